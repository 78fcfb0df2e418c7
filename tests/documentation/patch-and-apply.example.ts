import { extractApplied } from '../../worker/apply/extract.ts'
import { updateManagedFields } from '../../worker/apply/managed-fields.ts'
import { serverSideApply } from '../../worker/apply/server-side-apply.ts'
import { applyJsonPatch, readJsonPatch } from '../../worker/patch/json-patch.ts'
import { applyMergePatch, createThreeWayMergePatch } from '../../worker/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../worker/patch/strategic-merge-patch.ts'
import { builtinType } from '../../worker/schema/builtin/types.ts'

// Three kinds of patches, one change each. Inputs stay as they are; what did not change is shared with the result.
const pod = { spec: { containers: [{ name: 'web', image: 'nginx:1' }], hostname: 'a' } }

const json = applyJsonPatch(pod, readJsonPatch([{ op: 'replace', path: '/spec/hostname', value: 'b' }]))
const merge = applyMergePatch(pod, { spec: { hostname: null } })
const sidecar = { spec: { containers: [{ name: 'log', image: 'fluent:1' }] } }
const strategic = applyStrategicMergePatch(pod, sidecar, builtinType('api.core.v1.Pod'))

// The patch of a client's own apply: it removes what the last configuration had and the new one lacks, and leaves alone
// what others added.
const threeWay = createThreeWayMergePatch({ a: 1, b: 1 }, { a: 2 }, { a: 1, b: 1, c: 1 })

// Ownership of the fields of one kind.
const rules = {
  schema: builtinType('api.core.v1.ConfigMap'),
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
}
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } }
const time = '2024-01-01T00:00:00Z'

// The function changes the metadata of `next`, which therefore must not be shared.
const created = updateManagedFields(rules, {
  live: undefined,
  next: { ...configMap, metadata: { name: 'settings' }, data: { color: 'red' } },
  manager: 'editor',
  time,
  emptyListResets: true,
})
const config = { ...configMap, data: { size: 'L' } }
const { object } = serverSideApply(rules, { live: created, config, manager: 'robot', time, force: false })

// A field of another manager with another value is a conflict, unless `force` takes it over.
const rival = { ...configMap, data: { color: 'blue' } }
let refusal = ''
try {
  serverSideApply(rules, { live: object, config: rival, manager: 'robot', time, force: false })
} catch (error) {
  refusal = error instanceof Error ? error.message : ''
}

// A manager can read back its applied fields, change them, and apply them again.
const mine = extractApplied(rules, object, 'robot')

export { json, merge, mine, object, refusal, strategic, threeWay }
