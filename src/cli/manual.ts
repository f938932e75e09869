import type { Command } from 'commander';

/** The manual page metatb(1), in the man macros of roff, from the help texts of the program and its commands. */
export function makeManual(program: Command): string {
  const commands = commandsOf(program);
  const lines = [
    `.TH METATB 1 "" "metatb ${program.version()}" "User Commands"`,
    '.SH NAME',
    `metatb \\- ${roff(lowerFirst(program.description().replace(/\.$/, '')))}`,
    '.SH SYNOPSIS',
    ...commands.flatMap((command) => [
      '.br',
      `.B metatb ${roff(nameOf(command))}`,
      roff(command.usage()),
    ]),
    '.SH DESCRIPTION',
    ...verbatim(afterHelp(program)),
    '.SH COMMANDS',
    ...commands.flatMap(describe),
  ];
  return `${lines.join('\n')}\n`;
}

/** The commands, with those within them in place of a command that has such. */
function commandsOf({ commands }: Command): readonly Command[] {
  return commands.flatMap((each) => (each.commands.length > 0 ? commandsOf(each) : [each]));
}

/** `probe`, `queue simulate`. */
function nameOf(command: Command): string {
  const within = command.parent?.parent ? `${nameOf(command.parent)} ` : '';
  return `${within}${command.name()}`;
}

function describe(command: Command): string[] {
  const help = command.createHelp();
  const terms = [
    ...help
      .visibleArguments(command)
      .map((each) => [help.argumentTerm(each), help.argumentDescription(each)]),
    ...help
      .visibleOptions(command)
      .map((each) => [help.optionTerm(each), help.optionDescription(each)]),
  ] as [string, string][];
  return [
    `.SS metatb ${roff(`${nameOf(command)} ${command.usage()}`)}`,
    roff(command.description()),
    ...terms.flatMap(([term, about]) => ['.TP', `.B ${roff(term)}`, roff(about)]),
    ...verbatim(afterHelp(command)),
  ];
}

/** The text added by `addHelpText` below the options, which commander gives out only by printing it. */
function afterHelp(command: Command): string {
  const { writeOut } = command.configureOutput();
  let printed = '';
  command.configureOutput({
    writeOut: (text) => {
      printed += text;
    },
  });
  command.outputHelp();
  if (writeOut) command.configureOutput({ writeOut });
  return printed.slice(command.helpInformation().length).trim();
}

function verbatim(text: string): string[] {
  return text === '' ? [] : ['.PP', '.nf', ...text.split('\n').map(roff), '.fi'];
}

/** A line of text: no character of it is read as a request or an escape. */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
