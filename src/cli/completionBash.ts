import { allCommands, type CommandShape, type Value } from './commandTree.ts';

/** A completion script for bash 3.2 or newer. */
export function bashCompletion(top: CommandShape): string {
  const commands = allCommands(top);
  const names = top.commands.map(({ name }) => name);
  const first = [...names, ...flagsOf(top)].join(' ');
  const groups = commands.filter((each) => each.commands.length > 0).map(({ name }) => name);
  const values = commands.flatMap(({ name, options }) =>
    options.flatMap(({ flags, value }) => {
      const patterns = flags.map((flag) => `'${name} ${flag}'`).join(' | ');
      return value ? [`    ${patterns}) ${complete(value)}; return ;;`] : [];
    }),
  );
  const options = commands.map(
    (command) => `      '${command.name}') _metatb_words '${flagsOf(command).join(' ')}' ;;`,
  );
  const operands = commands.flatMap(({ name, argument }) => {
    return argument ? [`    '${name}') ${complete(argument)} ;;`] : [];
  });
  return `# bash completion for metatb, made by 'metatb completion bash'

_metatb_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_metatb_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}

_metatb_tables() {
  local i value file names= dir=\${METATB_DIR:-tables} rules=\${METATB_RULES:-metachess}
  for ((i = 2; i < COMP_CWORD; i++)); do
    value=\${COMP_WORDS[i + 1]}
    [[ $value == = ]] && value=\${COMP_WORDS[i + 2]}
    case \${COMP_WORDS[i]} in
      -d | --dir) dir=\${value/#\\~/$HOME} ;;
      -r | --rules) rules=$value ;;
    esac
  done
  for file in "$dir/$rules"/*.mtb; do
    file=\${file##*/}
    [[ $file == '*.mtb' ]] || names+=" \${file%.mtb}"
  done
  _metatb_words "$names"
}

_metatb() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _metatb_words '${first}'
    return
  fi
  # Of --dir=x bash makes three words.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  # Some commands have commands of their own.
  case $command in
    ${groups.join(' | ')}) ((COMP_CWORD > 2)) && command+=" \${COMP_WORDS[2]}" ;;
  esac
  case "$command $prev" in
${values.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${options.join('\n')}
    esac
    return
  fi
  case $command in
${operands.join('\n')}
  esac
}

complete -F _metatb metatb
`;
}

function flagsOf({ options }: CommandShape): string[] {
  return options.flatMap(({ flags }) => flags);
}

function complete(value: Value): string {
  switch (value.kind) {
    case 'choices':
      return `_metatb_words '${value.choices.join(' ')}'`;
    case 'folder':
      return '_metatb_paths -d';
    case 'file':
      return '_metatb_paths -f';
    case 'table':
      return '_metatb_tables';
    case 'text':
      return ':';
  }
}
