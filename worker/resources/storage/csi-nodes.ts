import { repeatedIndexes } from '../../api/repeated.ts'
import { isObject, type JsonObject } from '../../api/json.ts'
import { qualifiedName } from '../../api/names.ts'
import { equalJson } from '../../patch/json-values.ts'
import { age, integer } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, checkAlways, checkObject, each, isRepeated, nonNegative } from '../notation/rule.ts'
import { listAt, textAt } from '../path.ts'
import { goPointer, goStrings, goStruct } from '../../api/go-source.ts'
import { csiDriverName } from '../rules/volume-sources.ts'
import type { Kind } from '../resource.ts'
import { isLonger } from '../../runtime/utf8.ts'

const NODE_ID_LIMIT = 256

const nodeId: Rule = checkObject((driver, place) => {
  const id = textAt(driver, 'nodeID')
  if (id === '') place.required('', 'nodeID')
  if (isLonger(id, NODE_ID_LIMIT)) place.invalid(id, `must be ${NODE_ID_LIMIT} characters or less`, 'nodeID')
})

const distinct: Rule = checkObject((driver, place) => {
  const name = textAt(driver, 'name')
  if (isRepeated(name, 'name', place)) place.duplicate(name, 'name')
})

/** The errors are reported at the driver, as in the real server. */
const topologyKeys: Rule = checkObject((driver, place) => {
  const keys = listAt(driver, 'topologyKeys').map(String)
  const repeated = repeatedIndexes(keys)
  keys.forEach((key, index) => {
    if (key === '') place.required()
    if (repeated.has(index)) place.duplicate(key)
    for (const fault of qualifiedName(key)) place.invalid(key, fault)
  })
})

const named: Rule = at(
  'name',
  checkAlways((value, place) => {
    if (value === undefined) place.required()
  }),
  csiDriverName,
)

const rules: readonly Rule[] = [
  each('spec.drivers', named, nodeId, at('allocatable', at('count', nonNegative)), distinct, topologyKeys),
]

const goDriver = goStruct('storage.CSINodeDriver', {
  Name: 'name',
  NodeID: 'nodeID',
  TopologyKeys: ['topologyKeys', goStrings],
  Allocatable: ['allocatable', goPointer('storage.VolumeNodeResources')],
})

/** Drivers may be added and removed, but not changed. The real server reports this error at the path `CSINodeDriver`. */
const unchanged: Rule = checkObject((node, place, old) => {
  if (old === undefined) return
  const byName = new Map<unknown, JsonObject[]>()
  for (const driver of listAt(node, 'spec.drivers').filter(isObject)) {
    const same = byName.get(driver['name']) ?? []
    byName.set(driver['name'], same)
    same.push(driver)
  }
  for (const before of listAt(old, 'spec.drivers').filter(isObject)) {
    for (const driver of byName.get(before['name']) ?? []) {
      if (!equalJson(driver, before)) place.invalidShown(goDriver(driver), 'field is immutable', 'CSINodeDriver')
    }
  }
})

export const csiNodes = {
  resource: 'storage.{domain}/csinodes',
  rules,
  // The real server runs these rules twice on an update.
  updates: [...rules, ...rules, unchanged],
  behaviour: () => ({
    columns: [
      integer(
        'Drivers',
        'Drivers indicates the number of CSI drivers registered on the node',
        (node) => listAt(node, 'spec.drivers').length,
      ),
      age,
    ],
  }),
} satisfies Kind
