import { utf8Length } from '../../../worker/runtime/utf8.ts'
import type { Command } from '../command.ts'
import { Failure, Failures } from '../failure.ts'
import type { Edit } from '../metadata-command.ts'
import { metadataCommand } from '../metadata-command.ts'

export const label = {
  ...metadataCommand({
    field: 'labels',
    noun: 'label',
    done: 'labeled',
    unchanged: 'not labeled',
    removed: 'unlabeled',
    conflict: (pairs) =>
      new Failures(
        pairs.map(([key, value]) => new Failure(`'${key}' already has a value (${value}), and --overwrite is false`)),
      ),
    read: readLabels,
    reportsMissing: true,
  }),
  summary: 'Update the labels on a resource',
  usage: 'label [--overwrite] (-f FILENAME | TYPE NAME) KEY_1=VAL_1 ... KEY_N=VAL_N [--resource-version=version]',
  examples: [
    ['Add a label', '{cli} label pods web unhealthy=true'],
    ['Change a label', '{cli} label --overwrite pods web status=unhealthy'],
    ['Remove a label', '{cli} label pods web status-'],
  ],
} satisfies Command

function readLabels(pairs: readonly string[]): Edit {
  const set = new Map<string, string>()
  const remove: string[] = []
  for (const pair of pairs) {
    const [key = '', value, ...more] = pair.split('=')
    if (more.length > 0) throw new Failure(`invalid label spec: ${pair}`)
    if (value === undefined) remove.push(pair.slice(0, -1))
    else {
      const faults = labelValueFaults(value)
      if (faults.length > 0) throw new Failure(`invalid label value: ${JSON.stringify(pair)}: ${faults.join(';')}`)
      set.set(key, value)
    }
  }
  if (remove.some((key) => set.has(key)))
    throw new Failure('can not both modify and remove a label in the same command')
  return { set, remove }
}

function labelValueFaults(value: string): string[] {
  const long = utf8Length(value) > 63 ? ['must be no more than 63 characters'] : []
  return /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/.test(value)
    ? long
    : [
        ...long,
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
      ]
}
