import type { ResourceType } from '../client/discovery.ts'
import { deleteObject, patchObject } from '../client/resource-client.ts'
import type { ClusterHandle } from '../cluster/cluster.ts'
import { notices } from '../state/notices.svelte.ts'
import { questions } from '../state/questions.svelte.ts'
import { readLabelChanges } from './label-changes.ts'
import type { ObjectRow } from './object-table.svelte.ts'

/** The rows that an action changes. */
interface Rows {
  readonly cluster: ClusterHandle
  readonly type: ResourceType
  readonly rows: readonly ObjectRow[]
}

const MAX_NAMES = 8

const refOf = ({ group, version, resource }: ResourceType, { namespace, name }: ObjectRow) => ({
  group,
  version,
  resource,
  namespace,
  name,
})

function namesOf(rows: readonly ObjectRow[]): string {
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name)
  return names.join(', ') + (rows.length > names.length ? ` and ${rows.length - names.length} more` : '')
}

/** The name of a single row, `web`, or the number of rows, `3 pods`. */
const titleOf = ({ type, rows }: Rows): string =>
  rows.length === 1 ? (rows[0]?.name ?? '') : `${rows.length} ${type.resource}`

/** The consequence of a deletion, as a sentence: the rows, and the objects that are deleted with them. */
function consequenceOf({ type, rows }: Rows): string {
  const [only] = rows
  if (type.resource === 'namespaces')
    return rows.length === 1
      ? 'Everything in this namespace is deleted with it.'
      : `${namesOf(rows)}: everything in these namespaces is deleted with them.`
  if (rows.length > 1) return `${namesOf(rows)} are deleted, together with the objects that they own.`
  const where = only === undefined || only.namespace === '' ? '' : ` in namespace ${only.namespace}`
  return `The ${type.kind}${where} is deleted, together with the objects that it owns.`
}

/** Runs a change for each row, one after the other, and reports refusals of the server. */
async function forEach(
  { cluster, rows, type }: Rows,
  past: string,
  change: (row: ObjectRow) => Promise<unknown>,
): Promise<void> {
  for (const row of rows) {
    try {
      await change(row)
    } catch (error) {
      notices.fail(`${type.kind} ${row.name} was not ${past}`, error, cluster.id)
    }
  }
}

/** Deletes the rows after the user has confirmed the deletion. */
export async function deleteRows(chosen: Rows): Promise<void> {
  const answer = await questions.ask({
    title: `Delete ${titleOf(chosen)}?`,
    body: consequenceOf(chosen),
    action: 'Delete',
    danger: true,
  })
  if (answer === undefined) return
  const { cluster, type } = chosen
  await forEach(chosen, 'deleted', (row) => deleteObject(cluster, refOf(type, row), row.uid || undefined))
}

/** Asks the user for labels, and sets or removes them on the rows. */
export async function labelRows(chosen: Rows): Promise<void> {
  const answer = await questions.ask({
    title: `Label ${titleOf(chosen)}`,
    body: 'key=value sets a label, key- removes one. Several are separated by spaces.',
    action: 'Label',
    text: { label: 'Labels', value: '', most: 1000 },
  })
  if (answer === undefined) return
  const { cluster, type } = chosen
  try {
    const labels = readLabelChanges(answer)
    const patch = { metadata: { labels } }
    await forEach(chosen, 'labelled', (row) =>
      patchObject(cluster, refOf(type, row), { type: 'application/merge-patch+json', patch }),
    )
  } catch (error) {
    notices.fail('Nothing was labelled', error, cluster.id)
  }
}
