package argv

import "strings"

const (
	shArgument  = `, such as bash -c 'echo "$1"' _ {{%s}}`
	awkArgument = `, such as awk -v x={{%s}} '… x …'`
	aScript     = `: sed takes none, so use awk -v, or a script of the skill's`
)

// readers lists the programs of which a word is code, and those that run another one.
var readers = []struct {
	names string
	reader
}{
	// Shells. -c is a flag there: the code is the first operand.
	{"sh,bash,dash,ash,ksh,mksh,oksh,pdksh,zsh,yash,rbash,rksh,rzsh,posh,hush,osh,ysh,csh,tcsh,elvish,xonsh", reader{arms: "c", takes: "oO", data: strings.Fields("--rcfile --init-file"), stops: true, plus: true, lang: true, instead: shArgument}},
	{"fish", reader{code: "cC", long: strings.Fields("--command --init-command"), stops: true, lang: true, instead: `, such as fish -c 'echo $argv' {{%s}}`}},
	{"nu", reader{code: "ce", long: strings.Fields("--commands --execute"), stops: true, lang: true}},
	{"pwsh", reader{rest: strings.Fields("command commandwithargs cwa encodedcommand ec"), stops: true, lang: true, instead: `: pwsh -File SCRIPT {{%s}}`}},
	{"powershell", reader{rest: strings.Fields("command encodedcommand ec"), files: strings.Fields("-File -file -f"), from: asAll, instead: `: powershell -File SCRIPT {{%s}}`}},
	{"cmd", reader{from: asAll}},
	{"eval", reader{from: asAll, instead: shArgument}},

	// Interpreters of code in an option.
	{"node,nodejs,iojs,bun,tsx,ts-node,coffee,qjs,electron", reader{
		code: "ep", takes: "rC", long: strings.Fields("--eval --print --import --loader --experimental-loader"), data: strings.Fields("--require --conditions --env-file"),
		stops: true, lang: true, instead: `, such as node -e 'console.log(process.argv[1])' {{%s}}`,
	}},
	{"deno eval", reader{from: asFirst, takes: "c", data: strings.Fields("--ext --config"), instead: `, such as deno eval 'console.log(Deno.args[0])' {{%s}}`}},
	{"deno repl", reader{long: strings.Fields("--eval")}},
	{"deno", reader{}},
	{"python,pypy,pythonw,ipython,micropython,jython", reader{code: "c", takes: "WX", ends: "m", stops: true, lang: true, instead: `, such as python3 -c 'import sys; print(sys.argv[1])' {{%s}}`}},
	{"py", reader{code: "c", takes: "WX", ends: "m", stops: true}},
	{"perl,raku,rakudo", reader{code: "eEmMF", takes: "I", glued: "iDdVx", stops: true, lang: true, instead: `, such as perl -e 'print $ARGV[0]' {{%s}}`}},
	{"ruby,jruby,truffleruby", reader{code: "e", takes: "rICE", glued: "FiKTWx", stops: true, lang: true, instead: `, such as ruby -e 'puts ARGV[0]' {{%s}}`}},
	{"php,php-cgi", reader{
		code: "rBRE", takes: "cdfFStz", long: strings.Fields("--run --process-begin --process-code --process-end"), stops: true, lang: true,
		instead: `, such as php -r 'echo $argv[1];' {{%s}}`,
	}},
	{"lua,luajit,texlua", reader{code: "e", takes: "ljb", stops: true, lang: true, instead: ` to a script: lua SCRIPT {{%s}}`}},
	{"rscript,r,littler,osascript,groovy,scala,kotlin,ghc,ghci,elixir,iex,bb,clojure,clj,racket,gosh,swift,janet,mongosh,mongo,erl,ocaml,julia,octave,gnuplot,sbcl,ecl,maxima,emacs,dc,bc", reader{
		code: "eE", takes: "l", long: strings.Fields("--eval --expression --expr --execute --rpc-eval --print --exec -eval -expression -execute"), lang: true, stops: true,
	}},
	{"emacsclient", reader{long: strings.Fields("--eval -e"), from: asAll}},
	{"guile,expect", reader{code: "ce", takes: "lL", stops: true, lang: true}},
	{"nix-shell", reader{code: "E", long: strings.Fields("--run --command --expr"), lang: true}},
	{"nix-instantiate,nix-build", reader{code: "E", long: strings.Fields("--expr")}},
	{"crystal eval,redis-cli eval,adb shell,tmux send-keys,tmux send,tmux new-session,tmux new,tmux new-window,tmux split-window,tmux run-shell,tmux if-shell", reader{from: asAll}},
	{"crystal,redis-cli,adb,tmux", reader{}},
	{"psql", reader{code: "c", takes: "dfhpUvFPRTLo", long: strings.Fields("--command"), data: strings.Fields("--dbname --file --host --port --username --set --variable")}},
	{"mysql,mariadb,cqlsh", reader{code: "e", glued: "p", takes: "hPuDS", long: strings.Fields("--execute --init-command")}},
	{"sqlite,duckdb", reader{code: "c", long: strings.Fields("-cmd"), data: strings.Fields("-separator -nullvalue -init -newline"), from: asAll, skip: 1}},
	{"clickhouse,clickhouse-client,clickhouse-local", reader{code: "q", long: strings.Fields("--query")}},
	{"m4", reader{code: "D", long: strings.Fields("--define")}},
	{"gdb", reader{long: strings.Fields("-ex -iex --ex --iex -eval-command --eval-command --init-eval-command")}},
	{"lldb", reader{code: "oO", long: strings.Fields("--one-line --one-line-before-file")}},

	// Programs whose first operand is code.
	{"awk,gawk,mawk,nawk,original-awk,goawk", reader{
		code: "e", takes: "vFilW", file: "fE", long: strings.Fields("--source"), data: strings.Fields("--assign --field-separator --include --load"),
		files: strings.Fields("--file --exec"), from: asFirst, stops: true, instead: awkArgument,
	}},
	{"sed", reader{code: "e", takes: "l", glued: "i", file: "f", long: strings.Fields("--expression"), data: strings.Fields("--line-length"), files: strings.Fields("--file"), from: asFirst, instead: aScript}},
	{"jq,gojq,jaq,yq,xq,tomlq", reader{
		file: "f", takes: "L", data: strings.Fields("--indent"), pairs: strings.Fields("--arg --argjson --slurpfile --rawfile --argfile"), files: strings.Fields("--from-file"),
		from: asFirst, instead: `, such as jq --arg x {{%s}} '… $x …'`,
	}},
	{"yq eval,yq e,yq eval-all,yq ea,mlr put,mlr filter", reader{code: "s", file: "f", files: strings.Fields("--from-file"), from: asFirst}},
	{"mlr", reader{}},

	// Programs with commands of their own, or of a shell, in an option.
	{"vim,vi,nvim,ex,view,gvim,vimdiff", reader{code: "c", long: strings.Fields("--cmd"), takes: "SsuiTwW", plus: true}},
	{"less,more", reader{plus: true, takes: "jkoPptTxyz"}},
	{"find", reader{runs: strings.Fields("-exec -execdir -ok -okdir")}},
	{"fd,fdfind", reader{runs: strings.Fields("-x -X --exec --exec-batch")}},
	{"git", reader{sets: "c", takes: "C", stops: true, data: strings.Fields("--git-dir --work-tree --namespace --config-env")}},
	{"git rebase", reader{code: "x", long: strings.Fields("--exec")}},
	{"git difftool", reader{code: "x", long: strings.Fields("--extcmd")}},
	{"git grep", reader{code: "O", long: strings.Fields("--open-files-in-pager"), quiet: true}},
	{"git clone,git fetch,git pull,git push,git ls-remote,git archive", reader{code: "u", sets: "c", takes: "bo", long: strings.Fields("--upload-pack --receive-pack --exec")}},
	{"git filter-branch", reader{long: strings.Fields("--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter")}},
	{"git submodule,git bisect", reader{}},
	{"git submodule foreach", reader{from: asAll}},
	{"tar,bsdtar", reader{code: "IF", takes: "fCTXbgHKLNV", long: strings.Fields("--to-command --use-compress-program --checkpoint-action --info-script --new-volume-script --rsh-command --rmt-command")}},
	{"rsync", reader{code: "e", takes: "fMBT", long: strings.Fields("--rsh --rsync-path")}},
	{"scp,sftp", reader{code: "SD", sets: "o", takes: "cFiJlPbBR"}},
	{"make,gmake", reader{takes: "fCIjloW", long: strings.Fields("--eval")}},
	{"split", reader{takes: "abClnt", long: strings.Fields("--filter")}},
	{"sort", reader{takes: "kotST", long: strings.Fields("--compress-program")}},
	{"zip", reader{long: strings.Fields("-TT --unzip-command")}},
	{"wget", reader{code: "e", takes: "oaiBOtTwQPUDARXIl", long: strings.Fields("--execute --use-askpass")}},
	{"man", reader{code: "PH", long: strings.Fields("--pager --html")}},
	{"fzf", reader{long: strings.Fields("--preview --bind")}},
	{"tcpdump", reader{code: "z", takes: "BcCEFGijMrsTVwWyZ"}},
	{"go run,go test,go build,go vet,go install", reader{long: strings.Fields("-exec -toolexec --exec --toolexec")}},
	{"go", reader{takes: "C"}},
	{"su,runuser", reader{code: "c", takes: "ugGsw", long: strings.Fields("--command --session-command")}},
	{"entr", reader{code: "s", from: asRun}},

	// Programs that give their operands to a shell.
	{"ssh,autossh,rsh,slogin", reader{sets: "o", takes: "BbcDEeFIiJLlmOPpQRSWwM", from: asAll, skip: 1, instead: ` of a script on that host: it gives the words to a shell`}},
	{"watch", reader{takes: "nq", data: strings.Fields("--interval --equexit"), from: asAll}},
	{"parallel", reader{
		takes: "jaInNLlSPsCED", data: strings.Fields("--jobs --arg-file --colsep --delay --timeout --results --joblog --retries --sshlogin --tagstring --workdir --tmpdir --max-args --max-procs --max-lines --load"),
		from: asAll, instead: `, such as parallel 'echo {}' ::: {{%s}}`,
	}},
	{"hyperfine", reader{code: "psc", takes: "wrmMSLN", long: strings.Fields("--prepare --setup --cleanup --conclude"), data: strings.Fields("--warmup --runs --min-runs --max-runs"), from: asAll}},
	{"concurrently,wsl", reader{takes: "nckdu", from: asAll}},

	// Programs that run another one.
	{"env", reader{code: "S", takes: "uCP", long: strings.Fields("--split-string"), data: strings.Fields("--unset --chdir"), from: asRun, assign: true}},
	{"sudo,doas", reader{takes: "CDghpRrTtUu", data: strings.Fields("--user --group --chdir --host --prompt --role --type --close-from"), from: asRun, assign: true}},
	{"xargs", reader{takes: "adEILnPsJRS", glued: "eil", data: strings.Fields("--arg-file --delimiter --max-args --max-procs --max-chars"), from: asRun}},
	{"command", reader{ends: "vV", from: asRun}},
	{"nohup,setsid,builtin,busybox,toybox,unbuffer,eatmydata,fakeroot,dumb-init,tini,torsocks,valgrind,firejail,dbus-run-session,rlwrap,unshare,setpriv,prlimit,systemd-inhibit,ltrace,nsenter", reader{
		data: strings.Fields("--target --wd --root --reuid --regid"), from: asRun,
	}},
	{"nice,ionice", reader{takes: "ncpPu", data: strings.Fields("--adjustment --class --classdata"), from: asRun}},
	{"stdbuf", reader{takes: "ioe", data: strings.Fields("--input --output --error"), from: asRun}},
	{"time", reader{takes: "fo", data: strings.Fields("--format --output"), from: asRun}},
	{"exec", reader{takes: "a", from: asRun}},
	{"strace", reader{takes: "aebEIoOpPsSuX", from: asRun}},
	{"caffeinate,sshpass,proxychains,xvfb-run,systemd-run", reader{takes: "twpfdenspu", data: strings.Fields("--unit --property --uid --gid"), from: asRun}},
	{"uvx,bunx", reader{takes: "p", data: strings.Fields("--from --with --python"), from: asRun}},
	{"npx,npm exec,npm x", reader{code: "c", takes: "pw", long: strings.Fields("--call"), data: strings.Fields("--package --workspace"), from: asRun}},
	{"pnpm exec,pnpm dlx,yarn exec,yarn dlx,bun x,uv run,poetry run,pipenv run,pdm run,hatch run,pipx run,conda run,mamba run,micromamba run,bundle exec,mise exec,rbenv exec,pyenv exec,dotenv run,op run,doppler run,foreman run,git bisect run", reader{
		takes: "npCrwe", data: strings.Fields("--package --with --python --extra --group --name --prefix --cwd --directory --project --env-file"), from: asRun,
	}},
	{"npm,pnpm,yarn,uv,poetry,pipenv,pdm,hatch,pipx,conda,mamba,micromamba,bundle,mise,rbenv,pyenv,dotenv,op,doppler,foreman,direnv,aws-vault,docker,podman,nerdctl,docker-compose,docker compose,podman compose,kubectl,oc", reader{
		takes: "CcfHlnp", data: strings.Fields("--prefix --directory --project --context --namespace --host --config --file --kubeconfig"),
	}},
	{"timeout,chroot,taskset,faketime,gosu,su-exec,setuidgid,chrt,direnv exec,aws-vault exec", reader{takes: "ksd", data: strings.Fields("--signal --kill-after"), from: asRun, skip: 1}},
	{"flock", reader{code: "c", takes: "wE", long: strings.Fields("--command"), from: asRun, skip: 1}},
	{"script", reader{code: "c", takes: "EoOIBTm", long: strings.Fields("--command"), from: asRun, skip: 1}},
	{"docker exec,podman exec,nerdctl exec,docker compose exec,docker-compose exec,podman compose exec,kubectl exec,oc exec", reader{
		takes: "ceunw", data: strings.Fields("--env --env-file --workdir --user --container --namespace --index"), from: asRun, skip: 1,
	}},
	{"docker run,podman run,nerdctl run,docker compose run,docker-compose run,podman compose run", reader{
		takes: "acehlmpuvw", data: strings.Fields("--name --env --env-file --workdir --user --volume --mount --network --net --publish --entrypoint --platform --memory --cpus --label --add-host --gpus --hostname"),
		from: asRun, skip: 1,
	}},

	// Programs that run none of their words, whatever these say.
	{"grep,egrep,fgrep,zgrep,rg,ag,ack,echo,printf,cat,ls,which,type,whereis,brew,apt,apt-get,dnf,yum,apk,pacman,pip,test,wc,head,tail,diff,cmp,cp,mv,rm,mkdir,touch,stat,file,du", reader{quiet: true}},
}
