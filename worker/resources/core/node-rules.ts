import { repeatedIndexes } from '../../api/repeated.ts'
import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty, ownMember } from '../../api/json.ts'
import { labelValue, qualifiedName } from '../../api/names.ts'
import type { Identity, Place } from '../notation/place.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, atShown, checkObject, each, spelled } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { type AnnotatedStruct, checkAnnotationList } from '../rules/annotation-list.ts'
import { goAmount } from '../rules/go-quantity.ts'
import { goStrings, goStruct } from '../../api/go-source.ts'
import { readNetwork } from '../../api/ip-parsing.ts'
import { goDate } from '../rules/go-time.ts'
import { type GoStruct, readGoText } from '../rules/go-json.ts'
import { isNegative, isWhole } from '../rules/quantities.ts'
import { resourceNames } from '../rules/resource-names.ts'

const goTaint = goStruct('core.Taint', {
  Key: 'key',
  Value: 'value',
  Effect: 'effect',
  TimeAdded: ['timeAdded', goDate],
})

const keyAndEffect: Identity = (taint) => JSON.stringify([textAt(taint, 'key'), textAt(taint, 'effect')])

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']

function checkTaint(taint: JsonObject, place: Place): void {
  const [key, value, effect] = [textAt(taint, 'key'), textAt(taint, 'value'), textAt(taint, 'effect')]
  for (const fault of qualifiedName(key)) place.invalid(key, fault, 'key')
  const faults = labelValue(value)
  if (faults.length > 0) place.invalid(value, faults.join(';'), 'value')
  if (effect === '') place.required('', 'effect')
  else if (!EFFECTS.includes(effect)) place.notSupported(effect, EFFECTS, 'effect')
  if (place.firstIndex(taint, keyAndEffect) < place.index) {
    place.duplicateShown(`${goTaint(taint)}: taints must be unique by key and effect pair`)
  }
}

/** In the paths of the real server's errors, taints are in the metadata. */
const taints: Rule = atShown('spec.taints', 'metadata', atShown('', 'taints', each('', checkObject(checkTaint))))

/** The taints in an annotation of early releases. */
const annotatedTaints: AnnotatedStruct = {
  type: 'core.Taint',
  fields: { Key: 'string', Value: 'string', Effect: 'core.TaintEffect', TimeAdded: 'v1.Time' },
  check: checkTaint,
}

const CIDR = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

const podRanges = checkObject((spec, place) => {
  const ranges = listAt(spec, 'podCIDRs').map(String)
  const bad = ranges.findIndex((range) => readNetwork(range) === undefined)
  ranges.forEach((range, index) => {
    if (readNetwork(range) === undefined) place.invalid(range, CIDR, 'podCIDRs', index)
  })
  if (ranges.length < 2) return
  if (bad >= 0) {
    const fault = `invalid CIDR[${bad}]: <nil> (invalid CIDR address: ${ranges[bad] ?? ''})`
    place.internal(`invalid PodCIDRs. failed to check with dual stack with error:${fault}`, 'podCIDRs')
  }
  const families = new Set(ranges.map((range) => range.includes(':')))
  if (bad >= 0 || families.size < 2 || ranges.length > 2) {
    place.invalidShown(goStrings(ranges), 'may specify no more than one CIDR for each IP family', 'podCIDRs')
  }
  for (const index of repeatedIndexes(ranges)) place.duplicate(ranges[index], 'podCIDRs', index)
})

/** Amounts of a node; the path of an error has the resource as a step. */
const amounts: Rule = spelled((spell) => {
  const names = resourceNames(spell)
  return [
    checkObject((resources, place) => {
      for (const [name, amount] of Object.entries(resources)) {
        const text = String(amount)
        if (isNegative(text)) place.invalid(text, 'must be greater than or equal to 0', name)
        if (names.isWhole(name) && !isWhole(text))
          place.invalidShown(goAmount(resources, name), 'must be an integer', name)
      }
    }),
  ]
})

const resources: Rule = all(at('status.capacity', amounts), at('status.allocatable', amounts))

const OWNER = {
  apiVersion: 'string',
  kind: 'string',
  name: 'string',
  uid: 'types.UID',
  controller: 'bool',
  blockOwnerDeletion: 'bool',
} as const

/** The taints, and the pods that the node should not run, as JSON in annotations. */
const annotations: Rule = spelled((spell) => {
  const key = spell('scheduler.alpha.{labels}/preferAvoidPods')
  const tainted = spell('scheduler.alpha.{labels}/taints')
  return [
    checkObject((node, place) => {
      const given = objectOrEmpty(valueAt(node, 'metadata.annotations'))
      checkAnnotationList(ownMember(given, tainted), annotatedTaints, place, 'metadata', 'annotations', tainted)
      const text = ownMember(given, key)
      if (typeof text !== 'string' || text === '') return
      const reading = readGoText(text, AVOIDED)
      if ('fault' in reading) place.invalid(key, reading.fault, 'metadata', 'annotations', 'AvoidPods')
      else controllersOf(reading.value, key, place)
    }),
  ]
})

const AVOIDED: GoStruct = {
  type: 'v1.AvoidPods',
  fields: {
    preferAvoidPods: [
      {
        type: 'v1.PreferAvoidPodsEntry',
        fields: {
          podSignature: {
            type: 'v1.PodSignature',
            fields: { podController: { type: 'v1.OwnerReference', fields: OWNER } },
          },
          evictionTime: 'v1.Time',
          reason: 'string',
          message: 'string',
        },
      },
    ],
  },
}

/** Each entry must name the controller whose pods the node should not run. */
function controllersOf(avoids: Json, key: string, place: Place): void {
  const entries = isObject(avoids) ? listAt(avoids, 'preferAvoidPods') : []
  entries.forEach((entry, index) => {
    const signature = ['metadata', 'annotations', key, index, 'PodSignature'] as const
    const controller = isObject(entry) ? valueAt(entry, 'podSignature.podController') : undefined
    if (!isObject(controller)) place.required('', ...signature)
    else if (controller['controller'] === false) {
      place.invalid(false, 'must point to a controller', ...signature, 'PodController', 'Controller')
    }
  })
}

export const nodeRules: readonly Rule[] = [annotations, taints, resources, at('spec', podRanges)]

const goAddress = goStruct('core.NodeAddress', { Type: 'type', Address: 'address' })

const typeAndAddress: Identity = (address) => JSON.stringify([textAt(address, 'type'), textAt(address, 'address')])

const addresses: Rule = each(
  'status.addresses',
  checkObject((address, place) => {
    if (place.firstIndex(address, typeAndAddress) < place.index) place.duplicateShown(goAddress(address))
  }),
)

const onceSet = (spec: JsonObject, old: JsonObject, place: Place): void => {
  const ranges = listAt(old, 'podCIDRs')
  const next = listAt(spec, 'podCIDRs')
  const changed = ranges.filter((range, index) => range !== next[index])
  // The real server reports each changed range, or one fault for a list of another length.
  const faults = ranges.length === next.length ? changed : ranges.slice(0, 1)
  for (const _ of faults) {
    place.forbidden('node updates may not change podCIDR except from "" to valid', 'podCIDRs')
  }
  const provider = textAt(old, 'providerID')
  if (provider !== '' && textAt(spec, 'providerID') !== provider) {
    place.forbidden('node updates may not change providerID except from "" to valid', 'providerID')
  }
}

export const nodeUpdates: readonly Rule[] = [
  annotations,
  resources,
  addresses,
  at(
    'spec',
    checkObject((spec, place, old) => {
      if (old !== undefined) onceSet(spec, old, place)
    }),
  ),
  taints,
  at(
    'spec',
    checkObject((spec, place, old) => {
      if (old !== undefined && textAt(spec, 'externalID') !== textAt(old, 'externalID')) {
        place.forbidden('may not be updated', 'externalID')
      }
    }),
  ),
]
