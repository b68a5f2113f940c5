package argv

// programs lists the programs of which a word is code, and those that run another one: one
// line for each way to read words, which is names, a colon, the fields of [reader] by their
// names, and what follows "pass it as an argument of its own". A _ stands for a blank.
const programs = `
# Shells. -c is a flag there: the code is the first operand.
sh,bash,dash,ash,ksh,mksh,oksh,pdksh,zsh,yash,rbash,rksh,rzsh,posh,hush,osh,ysh,csh,tcsh,elvish,xonsh: load=--rcfile,--init-file data=oO arms=c none=s stops plus lang | , such as bash -c 'echo "$1"' _ {{%s}}
fish: code=cC,--command,--init-command stops lang | , such as fish -c 'echo $argv' {{%s}}
nu: code=ce,--commands,--execute stops lang
pwsh: data=-workingdirectory,-wd,-executionpolicy,-ep,-ex,-windowstyle,-w,-version,-v,-inputformat,-outputformat,-configurationname,-settingsfile,-custompipename rest=command,commandwithargs,cwa,encodedcommand,ec stops lang | : pwsh -File SCRIPT {{%s}}
powershell: file=-file,-f data=-workingdirectory,-wd,-executionpolicy,-ep,-ex,-windowstyle,-w,-version,-v,-inputformat,-outputformat,-configurationname,-settingsfile,-custompipename rest=command,encodedcommand,ec from=all | : powershell -File SCRIPT {{%s}}
cmd: from=all
eval: from=all | , such as bash -c 'echo "$1"' _ {{%s}}

# Interpreters of code in an option.
node,nodejs,iojs,bun,tsx,ts-node,coffee,qjs,electron: code=ep,--eval,--print load=r,--require module=--import,--loader,--experimental-loader data=C,--conditions,--env-file none=i,--interactive,--test stops lang | , such as node -e 'console.log(process.argv[1])' {{%s}}
deno_eval: data=c,--ext,--config from=first | , such as deno eval 'console.log(Deno.args[0])' {{%s}}
deno_repl: code=--eval
deno:
python,pypy,pythonw,ipython,micropython,jython: code=c data=WX ends=m stops lang | , such as python3 -c 'import sys; print(sys.argv[1])' {{%s}}
py: code=c data=WX ends=m stops
perl,raku,rakudo: code=eE part=mMF data=I glued=DdVx edits=i stops lang | , such as perl -e 'print $ARGV[0]' {{%s}}
ruby,jruby,truffleruby: code=e load=r data=ICE glued=FiKTWx stops lang | , such as ruby -e 'puts ARGV[0]' {{%s}}
php,php-cgi: code=rBRE,--run,--process-begin,--process-code,--process-end data=cdfFStz stops lang | , such as php -r 'echo $argv[1];' {{%s}}
lua,luajit,texlua: code=e data=ljb stops lang |  to a script: lua SCRIPT {{%s}}
rscript,r,littler,osascript,groovy,scala,kotlin,ghc,ghci,elixir,iex,bb,clojure,clj,racket,gosh,irb,swift,janet,mongosh,mongo,erl,ocaml,julia,octave,gnuplot,sbcl,ecl,maxima,emacs,dc,bc: code=eE,--eval,--expression,--expr,--execute,--rpc-eval,--print,--exec,-eval,-expression,-execute data=l lang stops
emacsclient: code=--eval,-e from=all
guile,expect: code=ce data=lL stops lang
nix-shell: code=E,--run,--command,--expr lang
nix-instantiate,nix-build: code=E,--expr
crystal_eval,redis-cli_eval,adb_shell,tmux_send-keys,tmux_send,tmux_new-session,tmux_new,tmux_new-window,tmux_split-window,tmux_run-shell,tmux_if-shell: from=all
crystal,redis-cli,adb,tmux:
psql: code=c,--command data=dfhpUvFPRTLo,--dbname,--file,--host,--port,--username,--set,--variable
mysql,mariadb,cqlsh: code=e,--execute,--init-command data=hPuDS glued=p
sqlite,duckdb: code=c,-cmd data=-separator,-nullvalue,-init,-newline from=all skip=1
clickhouse,clickhouse-client,clickhouse-local: code=q,--query
m4: code=D,--define
gdb: code=-ex,-iex,--ex,--iex,-eval-command,--eval-command,--init-eval-command
lldb: code=oO,--one-line,--one-line-before-file

# Programs whose first operand is code.
awk,gawk,mawk,nawk,original-awk,goawk: code=e,--source file=fE,--file,--exec load=i,--include data=vFlW,--assign,--field-separator,--load from=first stops | , such as awk -v x={{%s}} '… x …'
sed: code=e,--expression file=f,--file data=l,--line-length glued=i from=first | : sed takes none, so use awk -v, or a script of the skill's
jq,gojq,jaq,yq,xq,tomlq: file=f,--from-file data=L,--indent pairs=--arg,--argjson,--slurpfile,--rawfile,--argfile from=first | , such as jq --arg x {{%s}} '… $x …'
yq_eval,yq_e,yq_eval-all,yq_ea,mlr_put,mlr_filter: code=s file=f,--from-file from=first
mlr:

# Programs with commands of their own, or of a shell, in an option.
vim,vi,nvim,ex,view,gvim,vimdiff: code=c,--cmd data=SsuiTwW plus
less,more: data=jkoPptTxyz plus
find: runs=-exec,-execdir,-ok,-okdir
fd,fdfind: runs=-x,-X,--exec,--exec-batch
git: sets=c data=C,--git-dir,--work-tree,--namespace,--config-env stops
git_rebase: code=x,--exec
git_difftool: code=x,--extcmd
git_grep: code=O,--open-files-in-pager quiet
git_clone,git_fetch,git_pull,git_push,git_ls-remote,git_archive: code=u,--upload-pack,--receive-pack,--exec sets=c data=bo
git_filter-branch: code=--setup,--env-filter,--tree-filter,--index-filter,--parent-filter,--msg-filter,--commit-filter,--tag-name-filter
git_submodule,git_bisect:
git_submodule_foreach: from=all
tar,bsdtar: code=IF,--to-command,--use-compress-program,--checkpoint-action,--info-script,--new-volume-script,--rsh-command,--rmt-command data=fCTXbgHKLNV
rsync: code=e,--rsh,--rsync-path data=fMBT
scp,sftp: code=SD sets=o data=cFiJlPbBR
make,gmake: code=--eval data=fCIjloW
split: code=--filter data=abClnt
sort: code=--compress-program data=kotST
zip: code=-TT,--unzip-command
wget: code=e,--execute,--use-askpass data=oaiBOtTwQPUDARXIl
man: code=PH,--pager,--html
fzf: code=--preview,--bind
tcpdump: code=z data=BcCEFGijMrsTVwWyZ
go_run,go_test,go_build,go_vet,go_install: code=-exec,-toolexec,--exec,--toolexec
go: data=C
su,runuser: code=c,--command,--session-command data=ugGsw
entr: code=s from=run

# Programs that give their operands to a shell.
ssh,autossh,rsh,slogin: sets=o data=BbcDEeFIiJLlmOPpQRSWwM from=all skip=1 |  of a script on that host: it gives the words to a shell
watch: data=nq,--interval,--equexit from=all
parallel: data=jaInNLlSPsCED,--jobs,--arg-file,--colsep,--delay,--timeout,--results,--joblog,--retries,--sshlogin,--tagstring,--workdir,--tmpdir,--max-args,--max-procs,--max-lines,--load from=all | , such as parallel 'echo {}' ::: {{%s}}
hyperfine: code=psc,--prepare,--setup,--cleanup,--conclude data=wrmMSLN,--warmup,--runs,--min-runs,--max-runs from=all
concurrently,wsl: data=nckdu from=all

# Programs that run another one.
env: code=S,--split-string data=uCP,--unset,--chdir from=run assign
sudo,doas: data=CDghpRrTtUu,--user,--group,--chdir,--host,--prompt,--role,--type,--close-from from=run assign
xargs: data=adEILnPsJRS,--arg-file,--delimiter,--max-args,--max-procs,--max-chars,--process-slot-var glued=eil from=run
command: ends=vV from=run
nohup,setsid,builtin,busybox,toybox,unbuffer,eatmydata,fakeroot,dumb-init,tini,torsocks,valgrind,firejail,dbus-run-session,rlwrap,unshare,setpriv,prlimit,systemd-inhibit,ltrace,nsenter: data=--target,--wd,--root,--reuid,--regid from=run
nice,ionice: data=ncpPu,--adjustment,--class,--classdata from=run
stdbuf: data=ioe,--input,--output,--error from=run
time: data=fo,--format,--output from=run
exec: data=a from=run
strace: data=aebEIoOpPsSuX from=run
caffeinate,sshpass,proxychains,xvfb-run,systemd-run: data=twpfdenspu,--unit,--property,--uid,--gid from=run
uvx,bunx: data=p,--from,--with,--python from=run
npx,npm_exec,npm_x: code=c,--call data=pw,--package,--workspace from=run
pnpm_exec,pnpm_dlx,yarn_exec,yarn_dlx,bun_x,uv_run,poetry_run,pipenv_run,pdm_run,hatch_run,pipx_run,conda_run,mamba_run,micromamba_run,bundle_exec,mise_exec,rbenv_exec,pyenv_exec,dotenv_run,op_run,doppler_run,foreman_run,git_bisect_run: data=npCrwe,--package,--with,--python,--extra,--group,--name,--prefix,--cwd,--directory,--project,--env-file from=run
npm,pnpm,yarn,uv,poetry,pipenv,pdm,hatch,pipx,conda,mamba,micromamba,bundle,mise,rbenv,pyenv,dotenv,op,doppler,foreman,direnv,aws-vault,docker,podman,nerdctl,docker-compose,docker_compose,podman_compose,kubectl,oc: data=CcfHlnp,--prefix,--directory,--project,--context,--namespace,--host,--config,--file,--kubeconfig
timeout,chroot,taskset,faketime,gosu,su-exec,setuidgid,chrt,direnv_exec,aws-vault_exec: data=ksd,--signal,--kill-after from=run skip=1
flock: code=c,--command data=wE from=run skip=1
script: code=c,--command data=EoOIBTm from=run skip=1
docker_exec,podman_exec,nerdctl_exec,docker_compose_exec,docker-compose_exec,podman_compose_exec,kubectl_exec,oc_exec: data=ceunw,--env,--env-file,--workdir,--user,--container,--namespace,--index from=run skip=1
docker_run,podman_run,nerdctl_run,docker_compose_run,docker-compose_run,podman_compose_run: data=acehlmpuvw,--name,--env,--env-file,--workdir,--user,--volume,--mount,--network,--net,--publish,--entrypoint,--platform,--memory,--cpus,--label,--add-host,--gpus,--hostname from=run skip=1

# Programs that run none of their words, whatever these say.
grep,egrep,fgrep,zgrep,rg,ag,ack,echo,printf,cat,ls,which,type,whereis,brew,apt,apt-get,dnf,yum,apk,pacman,pip,test,wc,head,tail,diff,cmp,cp,mv,rm,mkdir,touch,stat,file,du: quiet
`
