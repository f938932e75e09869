import { Argument, type Command } from 'commander';
import { type CommandShape, shapeOf } from './commandTree.ts';
import { bashCompletion } from './completionBash.ts';
import { fishCompletion } from './completionFish.ts';
import { zshCompletion } from './completionZsh.ts';

const shells: Readonly<Record<string, (top: CommandShape) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/**
 * The scripts do not call metatb, since Node takes a noticeable time to start. All completions are fixed when the
 * script is written except the tables of a folder, which the shell lists itself.
 */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands, options and tables in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(shells)))
    .addHelpText('after', help)
    .action((shell: string) => {
      process.stdout.write(shells[shell]!(shapeOf(program)));
    });
}

const help = `
Table names are completed from --dir and --rules, or from METATB_DIR and METATB_RULES.

Examples:
  metatb completion bash > ~/.local/share/bash-completion/completions/metatb
  metatb completion zsh > "\${fpath[1]}/_metatb"
  metatb completion fish > ~/.config/fish/completions/metatb.fish
  source <(metatb completion bash)             for this shell alone`;
