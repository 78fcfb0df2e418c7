import { describe, expect, it } from 'vitest'
import { dialects } from '../../worker/dialect/dialect.ts'
import { buildCatalog } from '../../worker/resources/catalog.ts'
import { tableColumns } from '../../worker/http/table-columns.ts'
import { readRecording } from '../recordings/archive.ts'

/** A column of a kind in the source of the real server. */
interface Column {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly priority: number
}

const { after130, kinds } = readRecording('tables', 'table-columns') as {
  after130: string[]
  kinds: Record<string, Column[]>
}

/**
 * Kinds that are left out: the list is from a later version, and these kinds have other recorded columns or are not
 * served.
 */
const IN_LATER_VERSIONS = [
  ...after130,
  'CronJob',
  'CSIStorageCapacity',
  'IPAddress',
  'PriorityClass',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'ResourceQuota',
  'StorageVersionMigration',
]
/** All kinds that are left out. Only clients print a Status. */
const ELSEWHERE = [...IN_LATER_VERSIONS, 'Status']

const catalog = buildCatalog({ dialect: dialects.k8s, runtimeConfig: { 'api/all': true } })
const resources = await Promise.all(catalog.all().map(async (facts) => catalog.resolve(facts)))
const others = tableColumns(dialects.k8s)

describe('the columns of Tables', () => {
  const names = Object.keys(kinds).filter((kind) => !ELSEWHERE.includes(kind))

  it.each(names)('%s has the recorded columns', (kind) => {
    const resource = resources.find((candidate) => candidate.kind === kind)
    const columns = resource?.behaviour.columns ?? others.subresources.get(kind) ?? []
    const shown = columns.map(({ name, type, format = '', priority }) => ({ name, type, format, priority }))
    expect(shown).toEqual(kinds[kind])
  })
})
