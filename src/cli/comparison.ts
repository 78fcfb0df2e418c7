import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { yamlText } from './printers/yaml-text.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import type { Host } from './host.ts'
import { FileError } from './host.ts'
import { unifiedDiff } from './line-diff.ts'
import { withoutManagedFields } from './printers/output.ts'

/** Two folders of files to compare: the text of each file by its name. */
export interface Comparison {
  readonly live: Map<string, string>
  readonly merged: Map<string, string>
}

/** The name of an object's file in a comparison: `apps.v1.Deployment.shop.web`. */
export const fileNameOf = (type: ResourceType, { namespace, name }: { namespace: string | undefined; name: string }) =>
  `${formatGroupVersion(type).replace('/', '.')}.${type.kind}.${namespace ?? ''}.${name}`

/**
 * The text of an object in a comparison. `object` is undefined when it does not exist, but null for a secret that does not exist,
 * because kubectl prints such a secret as `null` after masking.
 */
export function textOf(object: ApiObject | undefined | null, managedFields: boolean): string {
  if (object === undefined) return ''
  return yamlText(object === null || managedFields ? object : withoutManagedFields(object))
}

const MASK = '***'

/**
 * Masks the data of two versions of a secret. A changed value is marked, so that the texts still differ. An object of
 * another kind is returned unchanged.
 */
export function maskedSecrets(
  live: ApiObject | undefined,
  merged: ApiObject,
): readonly [ApiObject | undefined | null, ApiObject] {
  if (merged.kind !== 'Secret' || merged.apiVersion !== 'v1') return [live, merged]
  const [before, after] = [dataOf(live), dataOf(merged)]
  const masked = (own: JsonObject, other: JsonObject, mark: string): JsonObject =>
    Object.fromEntries(
      Object.entries(own).map(([key, value]) => [
        key,
        Object.hasOwn(other, key) && other[key] !== value ? `${MASK} (${mark})` : MASK,
      ]),
    )
  const withData = (object: ApiObject, data: JsonObject): ApiObject =>
    object.data === undefined ? object : { ...object, data }
  const hidden = live === undefined ? null : withData(live, masked(before, after, 'before'))
  return [hidden, withData(merged, masked(after, before, 'after'))]
}

const dataOf = (object: ApiObject | undefined): JsonObject => (isObject(object?.data) ? object.data : {})

/** Prints how the files differ and resolves to the exit code. @throws Failure when the comparing program failed */
export async function compare(host: Host, files: Comparison): Promise<0 | 1> {
  const { run, temporaryFolder } = host
  if (run === undefined || temporaryFolder === undefined) return compareInProcess(host, files)
  const folders = [await temporaryFolder('LIVE-'), await temporaryFolder('MERGED-')] as const
  try {
    for (const [index, texts] of [files.live, files.merged].entries())
      for (const [name, text] of texts)
        // The empty text of a missing object becomes an empty file, as in kubectl.
        await host.files.write(`${folders[index]?.path}/${name}`, text)
    const { command, args } = program(host.environment.KUBECTL_EXTERNAL_DIFF ?? '')
    const paths = folders.map(({ path }) => path)
    const { stdout, code } = await run({ command, args: [...args(paths)], environment: {} }).catch((error: unknown) => {
      throw error instanceof FileError
        ? new Failure(`failed to run ${JSON.stringify(command)}: executable file not found in $PATH`)
        : error
    })
    host.stdout(stdout)
    if (code > 1) throw new Failure(`failed to run ${JSON.stringify(command)}: exit status ${code}`)
    return code === 0 ? 0 : 1
  } finally {
    for (const folder of folders) await folder.remove()
  }
}

/**
 * The program and arguments of `KUBECTL_EXTERNAL_DIFF`; `diff -u -N` when the variable is empty. Arguments with other
 * characters than letters, digits, dashes and equals signs are dropped.
 */
function program(variable: string): { command: string; args: (paths: readonly string[]) => readonly string[] } {
  const [command = '', ...words] = variable.split(' ')
  if (command === '') return { command: 'diff', args: (paths) => ['-u', '-N', ...paths] }
  const allowed = words.filter((word) => /^[a-zA-Z0-9-=]+$/.test(word))
  return { command, args: (paths) => [...paths, ...allowed] }
}

/** On a host without programs, prints the output of `diff -u -N`, with the folder names `LIVE` and `MERGED`. */
function compareInProcess(host: Host, { live, merged }: Comparison): 0 | 1 {
  const at = new Date(host.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
  let code: 0 | 1 = 0
  for (const name of [...new Set([...live.keys(), ...merged.keys()])].sort()) {
    const text = unifiedDiff(live.get(name) ?? '', merged.get(name) ?? '')
    if (text === '') continue
    code = 1
    host.stdout(`diff -u -N LIVE/${name} MERGED/${name}\n--- LIVE/${name}\t${at}\n+++ MERGED/${name}\t${at}\n${text}`)
  }
  return code
}
