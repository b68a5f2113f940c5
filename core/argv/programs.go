package argv

// programs lists the programs of which a word is code, and those that run another one: one
// line for each way to read words, which is names, a colon, the fields of [reader] by their
// names, and what follows "pass it as an argument of its own". A _ stands for a blank.
const programs = `
# Shells. -c is a flag there: the code is the first operand.
sh,bash,dash,ash,ksh,mksh,oksh,pdksh,zsh,yash,rbash,rksh,rzsh,posh,hush,osh,ysh,csh,tcsh,elvish,xonsh: arms=c takes=oO data=--rcfile,--init-file stops plus lang | , such as bash -c 'echo "$1"' _ {{%s}}
fish: code=cC long=--command,--init-command stops lang | , such as fish -c 'echo $argv' {{%s}}
nu: code=ce long=--commands,--execute stops lang
pwsh: rest=command,commandwithargs,cwa,encodedcommand,ec data=-workingdirectory,-wd,-executionpolicy,-ep,-ex,-windowstyle,-w,-version,-v,-inputformat,-outputformat,-configurationname,-settingsfile,-custompipename stops lang | : pwsh -File SCRIPT {{%s}}
powershell: rest=command,encodedcommand,ec files=-file,-f data=-workingdirectory,-wd,-executionpolicy,-ep,-ex,-windowstyle,-w,-version,-v,-inputformat,-outputformat,-configurationname,-settingsfile,-custompipename from=all | : powershell -File SCRIPT {{%s}}
cmd: from=all
eval: from=all | , such as bash -c 'echo "$1"' _ {{%s}}

# Interpreters of code in an option.
node,nodejs,iojs,bun,tsx,ts-node,coffee,qjs,electron: code=ep takes=rC long=--eval,--print,--import,--loader,--experimental-loader data=--require,--conditions,--env-file stops lang | , such as node -e 'console.log(process.argv[1])' {{%s}}
deno_eval: from=first takes=c data=--ext,--config | , such as deno eval 'console.log(Deno.args[0])' {{%s}}
deno_repl: long=--eval
deno:
python,pypy,pythonw,ipython,micropython,jython: code=c takes=WX ends=m stops lang | , such as python3 -c 'import sys; print(sys.argv[1])' {{%s}}
py: code=c takes=WX ends=m stops
perl,raku,rakudo: code=eEmMF takes=I glued=iDdVx stops lang | , such as perl -e 'print $ARGV[0]' {{%s}}
ruby,jruby,truffleruby: code=e takes=rICE glued=FiKTWx stops lang | , such as ruby -e 'puts ARGV[0]' {{%s}}
php,php-cgi: code=rBRE takes=cdfFStz long=--run,--process-begin,--process-code,--process-end stops lang | , such as php -r 'echo $argv[1];' {{%s}}
lua,luajit,texlua: code=e takes=ljb stops lang |  to a script: lua SCRIPT {{%s}}
rscript,r,littler,osascript,groovy,scala,kotlin,ghc,ghci,elixir,iex,bb,clojure,clj,racket,gosh,irb,swift,janet,mongosh,mongo,erl,ocaml,julia,octave,gnuplot,sbcl,ecl,maxima,emacs,dc,bc: code=eE takes=l long=--eval,--expression,--expr,--execute,--rpc-eval,--print,--exec,-eval,-expression,-execute lang stops
emacsclient: long=--eval,-e from=all
guile,expect: code=ce takes=lL stops lang
nix-shell: code=E long=--run,--command,--expr lang
nix-instantiate,nix-build: code=E long=--expr
crystal_eval,redis-cli_eval,adb_shell,tmux_send-keys,tmux_send,tmux_new-session,tmux_new,tmux_new-window,tmux_split-window,tmux_run-shell,tmux_if-shell: from=all
crystal,redis-cli,adb,tmux:
psql: code=c takes=dfhpUvFPRTLo long=--command data=--dbname,--file,--host,--port,--username,--set,--variable
mysql,mariadb,cqlsh: code=e glued=p takes=hPuDS long=--execute,--init-command
sqlite,duckdb: code=c long=-cmd data=-separator,-nullvalue,-init,-newline from=all skip=1
clickhouse,clickhouse-client,clickhouse-local: code=q long=--query
m4: code=D long=--define
gdb: long=-ex,-iex,--ex,--iex,-eval-command,--eval-command,--init-eval-command
lldb: code=oO long=--one-line,--one-line-before-file

# Programs whose first operand is code.
awk,gawk,mawk,nawk,original-awk,goawk: code=e takes=vFilW file=fE long=--source data=--assign,--field-separator,--include,--load files=--file,--exec from=first stops | , such as awk -v x={{%s}} '… x …'
sed: code=e takes=l glued=i file=f long=--expression data=--line-length files=--file from=first | : sed takes none, so use awk -v, or a script of the skill's
jq,gojq,jaq,yq,xq,tomlq: file=f takes=L data=--indent pairs=--arg,--argjson,--slurpfile,--rawfile,--argfile files=--from-file from=first | , such as jq --arg x {{%s}} '… $x …'
yq_eval,yq_e,yq_eval-all,yq_ea,mlr_put,mlr_filter: code=s file=f files=--from-file from=first
mlr:

# Programs with commands of their own, or of a shell, in an option.
vim,vi,nvim,ex,view,gvim,vimdiff: code=c long=--cmd takes=SsuiTwW plus
less,more: plus takes=jkoPptTxyz
find: runs=-exec,-execdir,-ok,-okdir
fd,fdfind: runs=-x,-X,--exec,--exec-batch
git: sets=c takes=C stops data=--git-dir,--work-tree,--namespace,--config-env
git_rebase: code=x long=--exec
git_difftool: code=x long=--extcmd
git_grep: code=O long=--open-files-in-pager quiet
git_clone,git_fetch,git_pull,git_push,git_ls-remote,git_archive: code=u sets=c takes=bo long=--upload-pack,--receive-pack,--exec
git_filter-branch: long=--setup,--env-filter,--tree-filter,--index-filter,--parent-filter,--msg-filter,--commit-filter,--tag-name-filter
git_submodule,git_bisect:
git_submodule_foreach: from=all
tar,bsdtar: code=IF takes=fCTXbgHKLNV long=--to-command,--use-compress-program,--checkpoint-action,--info-script,--new-volume-script,--rsh-command,--rmt-command
rsync: code=e takes=fMBT long=--rsh,--rsync-path
scp,sftp: code=SD sets=o takes=cFiJlPbBR
make,gmake: takes=fCIjloW long=--eval
split: takes=abClnt long=--filter
sort: takes=kotST long=--compress-program
zip: long=-TT,--unzip-command
wget: code=e takes=oaiBOtTwQPUDARXIl long=--execute,--use-askpass
man: code=PH long=--pager,--html
fzf: long=--preview,--bind
tcpdump: code=z takes=BcCEFGijMrsTVwWyZ
go_run,go_test,go_build,go_vet,go_install: long=-exec,-toolexec,--exec,--toolexec
go: takes=C
su,runuser: code=c takes=ugGsw long=--command,--session-command
entr: code=s from=run

# Programs that give their operands to a shell.
ssh,autossh,rsh,slogin: sets=o takes=BbcDEeFIiJLlmOPpQRSWwM from=all skip=1 |  of a script on that host: it gives the words to a shell
watch: takes=nq data=--interval,--equexit from=all
parallel: takes=jaInNLlSPsCED data=--jobs,--arg-file,--colsep,--delay,--timeout,--results,--joblog,--retries,--sshlogin,--tagstring,--workdir,--tmpdir,--max-args,--max-procs,--max-lines,--load from=all | , such as parallel 'echo {}' ::: {{%s}}
hyperfine: code=psc takes=wrmMSLN long=--prepare,--setup,--cleanup,--conclude data=--warmup,--runs,--min-runs,--max-runs from=all
concurrently,wsl: takes=nckdu from=all

# Programs that run another one.
env: code=S takes=uCP long=--split-string data=--unset,--chdir from=run assign
sudo,doas: takes=CDghpRrTtUu data=--user,--group,--chdir,--host,--prompt,--role,--type,--close-from from=run assign
xargs: takes=adEILnPsJRS glued=eil data=--arg-file,--delimiter,--max-args,--max-procs,--max-chars from=run
command: ends=vV from=run
nohup,setsid,builtin,busybox,toybox,unbuffer,eatmydata,fakeroot,dumb-init,tini,torsocks,valgrind,firejail,dbus-run-session,rlwrap,unshare,setpriv,prlimit,systemd-inhibit,ltrace,nsenter: data=--target,--wd,--root,--reuid,--regid from=run
nice,ionice: takes=ncpPu data=--adjustment,--class,--classdata from=run
stdbuf: takes=ioe data=--input,--output,--error from=run
time: takes=fo data=--format,--output from=run
exec: takes=a from=run
strace: takes=aebEIoOpPsSuX from=run
caffeinate,sshpass,proxychains,xvfb-run,systemd-run: takes=twpfdenspu data=--unit,--property,--uid,--gid from=run
uvx,bunx: takes=p data=--from,--with,--python from=run
npx,npm_exec,npm_x: code=c takes=pw long=--call data=--package,--workspace from=run
pnpm_exec,pnpm_dlx,yarn_exec,yarn_dlx,bun_x,uv_run,poetry_run,pipenv_run,pdm_run,hatch_run,pipx_run,conda_run,mamba_run,micromamba_run,bundle_exec,mise_exec,rbenv_exec,pyenv_exec,dotenv_run,op_run,doppler_run,foreman_run,git_bisect_run: takes=npCrwe data=--package,--with,--python,--extra,--group,--name,--prefix,--cwd,--directory,--project,--env-file from=run
npm,pnpm,yarn,uv,poetry,pipenv,pdm,hatch,pipx,conda,mamba,micromamba,bundle,mise,rbenv,pyenv,dotenv,op,doppler,foreman,direnv,aws-vault,docker,podman,nerdctl,docker-compose,docker_compose,podman_compose,kubectl,oc: takes=CcfHlnp data=--prefix,--directory,--project,--context,--namespace,--host,--config,--file,--kubeconfig
timeout,chroot,taskset,faketime,gosu,su-exec,setuidgid,chrt,direnv_exec,aws-vault_exec: takes=ksd data=--signal,--kill-after from=run skip=1
flock: code=c takes=wE long=--command from=run skip=1
script: code=c takes=EoOIBTm long=--command from=run skip=1
docker_exec,podman_exec,nerdctl_exec,docker_compose_exec,docker-compose_exec,podman_compose_exec,kubectl_exec,oc_exec: takes=ceunw data=--env,--env-file,--workdir,--user,--container,--namespace,--index from=run skip=1
docker_run,podman_run,nerdctl_run,docker_compose_run,docker-compose_run,podman_compose_run: takes=acehlmpuvw data=--name,--env,--env-file,--workdir,--user,--volume,--mount,--network,--net,--publish,--entrypoint,--platform,--memory,--cpus,--label,--add-host,--gpus,--hostname from=run skip=1

# Programs that run none of their words, whatever these say.
grep,egrep,fgrep,zgrep,rg,ag,ack,echo,printf,cat,ls,which,type,whereis,brew,apt,apt-get,dnf,yum,apk,pacman,pip,test,wc,head,tail,diff,cmp,cp,mv,rm,mkdir,touch,stat,file,du: quiet
`
