import type { CommandShape, OptionShape, Value } from './commandTree.ts';

/** A completion script for zsh, to be autoloaded as `_metatb` or sourced. */
export function zshCompletion(top: CommandShape): string {
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
${describe(top)}
      )
      _describe command commands
      ;;
    argument)
      case $words[1] in
${top.commands.map(caseOf).join('\n')}
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

/** The names of commands, each with what it does, one a line. */
function describe({ commands }: CommandShape): string {
  const lines = commands.map(({ name, about }) => `        ${quote(`${lastWord(name)}:${about}`)}`);
  return lines.join('\n');
}

/** What completes the words after a command's name, which is `$words[1]`. */
function caseOf(shape: CommandShape): string {
  const { name, options, argument, commands } = shape;
  const head = `        ${lastWord(name)})`;
  if (commands.length > 0) {
    return `${head}
          if ((CURRENT == 2)); then
            commands=(
${describe(shape)}
            )
            _describe command commands
          else
            shift words
            ((CURRENT--))
            case $words[1] in
${commands.map(caseOf).join('\n')}
            esac
          fi
          ;;`;
  }
  const specs = options.map(optionSpec);
  if (argument) specs.push(quote(`*:${argument.kind}:${action(argument)}`));
  return `${head}\n          _arguments ${specs.join(' \\\n            ')}\n          ;;`;
}

function lastWord(name: string): string {
  return name.split(' ').at(-1)!;
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
