import type { Argument, Command, Option } from 'commander';

/** What shell completion and the manual page need to know of a command. */
export interface CommandShape {
  readonly name: string;
  readonly about: string;
  readonly options: readonly OptionShape[];
  /** The last argument, which may be repeated; undefined if the command takes none. */
  readonly argument: Value | undefined;
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

/** The program itself, `metatb --help`, and each of its commands, read from commander's tree. */
export function shapesOf(program: Command): {
  readonly top: CommandShape;
  readonly commands: readonly CommandShape[];
} {
  const commands = program.createHelp().visibleCommands(program).map(shapeOf);
  const choices = commands.map(({ name }) => name);
  // commander's own command knows its argument only as a word.
  const argument: Value = { kind: 'choices', choices };
  return {
    top: shapeOf(program),
    commands: commands.map((shape) => (shape.name === 'help' ? { ...shape, argument } : shape)),
  };
}

function shapeOf(command: Command): CommandShape {
  const last = command.registeredArguments.at(-1);
  return {
    name: command.name(),
    about: command.description(),
    options: command.createHelp().visibleOptions(command).map(optionOf),
    argument: last && valueFor(last.name(), last),
  };
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
