import { writeYaml } from '../../../worker/codec/yaml-writer.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { formatGroupVersion } from '../../../worker/api/group-version.ts'
import type { Command } from '../command.ts'
import { fieldManagerFlag, filenameFlags, selectorFlag } from '../common-flags.ts'
import { Failure } from '../failure.ts'
import { boolean } from '../flags.ts'
import { unifiedDiff } from '../line-diff.ts'
import type { Target } from '../selection.ts'
import { select } from '../selection.ts'
import { dryApply } from './apply.ts'
import { namesFiles } from '../manifests.ts'

export const diff = {
  name: 'diff',
  summary: 'Diff the live version against a would-be applied version',
  description:
    'Diff configurations specified by file name or stdin between the current online configuration, and the configuration as it would be if applied.\n\n Exit codes: 0 no differences were found, 1 differences were found, more than 1 an error occurred.',
  usage: 'diff -f FILENAME',
  examples: [['Diff what a file holds', '{cli} diff -f shop.yaml']],
  flags: [
    fieldManagerFlag('{cli}-client-side-apply'),
    ...filenameFlags('containing the configuration to diff'),
    boolean('force-conflicts', 'If true, server-side apply takes over fields that others own.'),
    selectorFlag,
    boolean('server-side', 'If true, apply runs in the server instead of the client.'),
    boolean('show-managed-fields', 'If true, include managed fields in the diff.'),
  ],
  async run(session) {
    const { flags, host } = session
    if (!namesFiles(flags)) throw new Failure('must specify one of -f and -k')
    try {
      const selection = await select(session)
      let different = false
      for (const target of selection.targets) {
        const { live, merged } = await dryApply(session, target)
        const [before, after] = [live, merged].map((object) => yaml(object, flags.boolean('show-managed-fields')))
        const text = unifiedDiff(before ?? '', after ?? '')
        if (text === '') continue
        different = true
        const file = fileName(target)
        const at = new Date(host.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
        host.stdout(
          `diff -u -N LIVE/${file} MERGED/${file}\n--- LIVE/${file}\t${at}\n+++ MERGED/${file}\t${at}\n${text}`,
        )
      }
      return different ? 1 : 0
    } catch (error) {
      const { tell } = await import('../failure.ts')
      host.stderr(tell(error))
      return 2
    }
  },
} satisfies Command

function yaml(object: ApiObject | undefined, managedFields: boolean): string {
  if (object === undefined) return ''
  const { managedFields: owned, ...metadata } = object.metadata ?? {}
  return writeYaml({ ...object, metadata: managedFields ? { ...metadata, managedFields: owned } : metadata })
}

const fileName = ({ type, namespace, name }: Target): string =>
  `${formatGroupVersion(type).replace('/', '.')}.${type.kind}.${namespace ?? ''}.${name}`
