import type { CommandShape, OptionShape, Value } from './commandTree.ts';

/** A completion script for zsh, to be autoloaded as `_metatb` or sourced. */
export function zshCompletion(top: CommandShape, commands: readonly CommandShape[]): string {
  const described = commands.map(({ name, about }) => `        ${quote(`${name}:${about}`)}`);
  const cases = commands.map(({ name, options, argument }) => {
    const specs = options.map(optionSpec);
    if (argument) specs.push(quote(`*:${argument.kind}:${action(argument)}`));
    return `        ${name})\n          _arguments ${specs.join(' \\\n            ')}\n          ;;`;
  });
  return `#compdef metatb
# zsh completion for metatb, made by 'metatb completion zsh'

_metatb_tables() {
  local i dir=\${METATB_DIR:-tables} rules=\${METATB_RULES:-metachess}
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
      -d | --dir) dir=\${words[i + 1]/#\\~/$HOME} ;;
      --dir=*) dir=\${words[i]#--dir=} ;;
      -r | --rules) rules=\${words[i + 1]} ;;
      --rules=*) rules=\${words[i]#--rules=} ;;
    esac
  done
  local -a tables=($dir/$rules/*.mtb(N:t:r))
  compadd -a tables
}

_metatb() {
  local context state state_descr line
  local -a commands
  typeset -A opt_args
  _arguments -C ${top.options.map(optionSpec).join(' ')} '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      commands=(
${described.join('\n')}
      )
      _describe command commands
      ;;
    argument)
      case $words[1] in
${cases.join('\n')}
      esac
      ;;
  esac
}

if [[ $funcstack[1] == _metatb ]]; then
  _metatb "$@"
else
  compdef _metatb metatb
fi
`;
}

function optionSpec({ flags, about, value }: OptionShape): string {
  const text = `[${about.replace(/[[\]:\\]/g, '\\$&')}]`;
  const takes = value ? `:${value.kind}:${action(value)}` : '';
  // The value is the next word, or follows at once: `-dFOLDER`, `--dir=FOLDER`.
  const forms = value ? flags.map((flag) => flag + (flag.startsWith('--') ? '=' : '+')) : flags;
  if (forms.length === 1) return quote(`${forms[0]}${text}${takes}`);
  return `${quote(`(${flags.join(' ')})`)}{${forms.join(',')}}${quote(text + takes)}`;
}

function action(value: Value): string {
  switch (value.kind) {
    case 'choices':
      return `(${value.choices.join(' ')})`;
    case 'folder':
      return '_files -/';
    case 'file':
      return '_files';
    case 'table':
      return '_metatb_tables';
    case 'text':
      return ' ';
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
