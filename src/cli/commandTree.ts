import type { Argument, Command, Option } from 'commander';

/** What shell completion needs to know of a command. */
export interface CommandShape {
  /** `probe`; of a command within another one `queue simulate`. */
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionShape[];
  /** The last argument, which may be repeated; undefined if the command takes none. */
  readonly argument: Value | undefined;
  /** The commands within it; most have none. */
  readonly commands: readonly CommandShape[];
}

export interface OptionShape {
  /** `-r` and `--rules`, or only one of them. */
  readonly flags: readonly string[];
  readonly about: string;
  /** Undefined for a switch. */
  readonly value: Value | undefined;
}

/** What an argument, or the value of an option, stands for. */
export type Value =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'folder' | 'file' | 'table' | 'text' };

/** The program itself, `metatb --help`, with each of its commands, read from commander's tree. */
export function shapeOf(command: Command, within = ''): CommandShape {
  const help = command.createHelp();
  const name = `${within}${command.name()}`;
  const below = help.visibleCommands(command);
  const choices = below.map((each) => each.name());
  // Commands of a command's own are written after its name; those of the program are not.
  const prefix = command.parent ? `${name} ` : '';
  const last = command.registeredArguments.at(-1);
  return {
    name,
    about: command.description(),
    options: help.visibleOptions(command).map(optionOf),
    argument: below.length > 0 ? { kind: 'choices', choices } : last && valueFor(last.name(), last),
    commands: below.map((each) => {
      const shape = shapeOf(each, prefix);
      // commander's own command knows its argument only as a word.
      return each.name() === 'help' ? { ...shape, argument: { kind: 'choices', choices } } : shape;
    }),
  };
}

/** A command's commands, and theirs. */
export function allCommands({ commands }: CommandShape): readonly CommandShape[] {
  return commands.flatMap((each) => [each, ...allCommands(each)]);
}

function optionOf(option: Option): OptionShape {
  const placeholder = /[<[](.+?)[\]>]/.exec(option.flags)?.[1];
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    about: option.description,
    value: placeholder === undefined ? undefined : valueFor(placeholder, option),
  };
}

/** Placeholders name what they stand for: `<folder>`, `<file>`, `<table>`, `[tables...]`. */
function valueFor(placeholder: string, { argChoices }: Option | Argument): Value {
  if (argChoices) return { kind: 'choices', choices: argChoices };
  const word = placeholder.replace(/s?(\.{3})?$/, '');
  return { kind: word === 'folder' || word === 'file' || word === 'table' ? word : 'text' };
}
