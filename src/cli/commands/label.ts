import type { Command } from '../command.ts'
import { metadataCommand } from '../metadata-command.ts'

export const label = {
  ...metadataCommand({
    field: 'labels',
    noun: 'label',
    done: 'labeled',
    unchanged: 'not labeled',
    removed: 'unlabeled',
    conflict: (pairs) =>
      pairs.map(([key, value]) => `'${key}' already has a value (${value}), and --overwrite is false`)[0] ?? '',
    both: () => 'can not both modify and remove a label in the same command',
    tellsAbsent: true,
    checksValues: true,
  }),
  summary: 'Update the labels on a resource',
  usage: 'label [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
  examples: [
    ['Add a label', '{cli} label pods web unhealthy=true'],
    ['Change a label', '{cli} label --overwrite pods web status=unhealthy'],
    ['Remove a label', '{cli} label pods web status-'],
  ],
} satisfies Command
