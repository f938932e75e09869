import type { CommandShape, OptionShape, Value } from './commandTree.ts';

/** A completion script for fish 3 or newer. */
export function fishCompletion(top: CommandShape): string {
  const lines = [
    ...top.options.map(
      (option) => `complete -c metatb -n __fish_use_subcommand ${optionOf(option)}`,
    ),
    ...top.commands.flatMap((command) => [
      `complete -c metatb -n __fish_use_subcommand -a ${command.name} -d ${quote(command.about)}`,
      ...linesOf(command),
    ]),
  ];
  return `# fish completion for metatb, made by 'metatb completion fish'

function __metatb_tables
    set -l dir tables
    set -l rules metachess
    set -q METATB_DIR; and set dir $METATB_DIR
    set -q METATB_RULES; and set rules $METATB_RULES
    set -l before
    for word in (commandline -opc)
        switch $before
            case -d --dir
                set dir (string replace -r '^~' $HOME -- $word)
            case -r --rules
                set rules $word
        end
        switch $word
            case '--dir=*'
                set dir (string replace -- --dir= '' $word)
            case '--rules=*'
                set rules (string replace -- --rules= '' $word)
        end
        set before $word
    end
    set -l files $dir/$rules/*.mtb
    string replace -r '.*/(.*)\\.mtb$' '$1' -- $files
end

complete -c metatb -f
${lines.join('\n')}
`;
}

/** What completes the words after a command's name. */
function linesOf({ name, options, argument, commands }: CommandShape): string[] {
  const path = name.split(' ');
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ');
  const within = `complete -c metatb -n '${seen}'`;
  // Of a command with commands of its own, these are what may follow at first.
  const words = commands.map((each) => each.name.split(' ').at(-1)!);
  const first = `complete -c metatb -n '${seen}; and not __fish_seen_subcommand_from ${words.join(' ')}'`;
  return [
    ...options.map((option) => `${within} ${optionOf(option)}`),
    ...(argument && commands.length === 0 ? [`${within} ${candidates(argument)}`] : []),
    ...commands.flatMap((each, i) => [
      `${first} -a ${words[i]} -d ${quote(each.about)}`,
      ...linesOf(each),
    ]),
  ];
}

function optionOf({ flags, about, value }: OptionShape): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const takes = value ? ` -r ${candidates(value)}` : '';
  return `${names.join(' ')}${takes} -d ${quote(about)}`;
}

function candidates(value: Value): string {
  switch (value.kind) {
    case 'choices':
      return `-f -a ${quote(value.choices.join(' '))}`;
    case 'folder':
      return "-f -a '(__fish_complete_directories)'";
    case 'file':
      return '-F';
    case 'table':
      return "-f -a '(__metatb_tables)'";
    case 'text':
      return '-f';
  }
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
