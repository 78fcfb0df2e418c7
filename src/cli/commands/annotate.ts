import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Edit } from '../metadata-command.ts'
import { metadataCommand } from '../metadata-command.ts'

export const annotate = {
  ...metadataCommand({
    field: 'annotations',
    noun: 'annotation',
    done: 'annotated',
    unchanged: 'annotated',
    removed: 'annotated',
    conflict: (pairs) =>
      new Failure(
        `--overwrite is false but found the following declared annotation(s): ${pairs
          .map(([key, value]) => `'${key}' already has a value (${value})`)
          .join('; ')}`,
      ),
    read: readAnnotations,
    check: refuseBoth,
    reportsMissing: false,
  }),
  summary: 'Update the annotations on a resource',
  usage: 'annotate [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
  examples: [
    ['Add an annotation', "{cli} annotate pods web description='my frontend'"],
    ['Remove an annotation', '{cli} annotate pods web description-'],
  ],
} satisfies Command

function readAnnotations(pairs: readonly string[]): Edit {
  const set = new Map<string, string>()
  const remove: string[] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 0) remove.push(pair.slice(0, -1))
    else set.set(pair.slice(0, at), pair.slice(at + 1))
  }
  return { set, remove }
}

function refuseBoth({ set, remove }: Edit): void {
  const both = remove.filter((key) => set.has(key))
  if (both.length > 0)
    throw new Failure(
      `can not both modify and remove the following annotation(s) in the same command: ${both.join(', ')}`,
    )
}
