import type { Command } from '../command.ts'
import { metadataCommand } from '../metadata-command.ts'

export const annotate = {
  ...metadataCommand({
    field: 'annotations',
    noun: 'annotation',
    done: 'annotated',
    unchanged: 'annotated',
    removed: 'annotated',
    conflict: (pairs) =>
      `--overwrite is false but found the following declared annotation(s): ${pairs
        .map(([key, value]) => `'${key}' already has a value (${value})`)
        .join('; ')}`,
    both: (keys) =>
      `can not both modify and remove the following annotation(s) in the same command: ${keys.join(', ')}`,
    tellsAbsent: false,
    checksValues: false,
  }),
  summary: 'Update the annotations on a resource',
  usage: 'annotate [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
  examples: [
    ['Add an annotation', "{cli} annotate pods web description='my frontend'"],
    ['Remove an annotation', '{cli} annotate pods web description-'],
  ],
} satisfies Command
