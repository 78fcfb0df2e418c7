import type { ApiObject } from '../../api/object.ts'
import { textAt } from '../../resources/path.ts'
import { keyOf } from '../client/namespaced-name.ts'
import {
  isOverloaded,
  withHints,
  withoutHints,
  zoneRatios,
  type HintedSlices,
  type ZoneLabels,
} from './topology-hints.ts'
import { conditionOf } from '../pod-states.ts'

type RecordEvent = (type: 'Normal' | 'Warning', service: ApiObject, message: string) => void

/** The services that request hints, and the number of their endpoints in each zone. */
export class HintedServices {
  readonly labels: ZoneLabels
  readonly #annotations: readonly [deprecated: string, mode: string]
  readonly #recordEvent: RecordEvent
  /** By the key of a service, then by address type: the number of endpoints in each zone. */
  readonly #zones = new Map<string, Map<string, ReadonlyMap<string, number>>>()
  readonly #hinted = new Set<string>()

  constructor(spell: (template: string) => string, recordEvent: RecordEvent) {
    this.#recordEvent = recordEvent
    this.#annotations = [spell('service.{labels}/topology-aware-hints'), spell('service.{labels}/topology-mode')]
    this.labels = {
      zone: spell('topology.{labels}/zone'),
      excluded: [spell('node-role.{labels}/control-plane'), spell('node-role.{labels}/master')],
    }
  }

  /**
   * Sets or removes the hints of a service's slices, as the service requests.
   * @returns the slices to write, and `recordChange`, which the caller calls after the writes to record an event
   */
  apply(
    service: ApiObject,
    type: string,
    slices: HintedSlices,
    nodes: () => Iterable<ApiObject>,
  ): Omit<HintedSlices, 'unchanged'> & { recordChange(): void } {
    const key = keyOf(service)
    const record = (kind: 'Normal' | 'Warning', text: string): void =>
      this.#recordEvent(kind, service, `${text}, addressType: ${type}`)
    if (!this.#requestsHints(service)) {
      const wasHinted = this.#hinted.has(key)
      this.#remove(key, type)
      const recordChange = (): void =>
        wasHinted ? record('Warning', 'Topology Aware Hints has been disabled') : undefined
      return { ...withoutHints(slices), recordChange }
    }
    const { refusal, zones, ...hinted } = withHints(slices, zoneRatios(nodes(), this.labels))
    if (refusal !== undefined) {
      this.#remove(key, type)
      return { ...hinted, recordChange: () => record('Warning', refusal) }
    }
    const isNew = !this.#hinted.has(key)
    const ofService = this.#zones.get(key) ?? new Map<string, ReadonlyMap<string, number>>()
    this.#zones.set(key, ofService.set(type, zones ?? new Map<string, number>()))
    this.#hinted.add(key)
    return {
      ...hinted,
      recordChange: () => (isNew ? record('Normal', 'Topology Aware Hints has been enabled') : undefined),
    }
  }

  forget(key: string): void {
    this.#zones.delete(key)
    this.#hinted.delete(key)
  }

  /**
   * The keys of services with too few endpoints in a zone for the current share of the zone. When the shares are unknown, all
   * services with hints are returned.
   */
  overloaded(nodes: Iterable<ApiObject>): string[] {
    if (this.#zones.size === 0) return []
    const ratios = zoneRatios(nodes, this.labels)
    return [...this.#zones]
      .filter(([, byType]) => [...byType.values()].some((zones) => isOverloaded(zones, ratios)))
      .map(([key]) => key)
  }

  affectsHints(node: ApiObject, before: ApiObject): boolean {
    const zoneOf = ({ metadata }: ApiObject): string | undefined => metadata?.labels?.[this.labels.zone]
    return (
      zoneOf(node) !== zoneOf(before) ||
      conditionOf(node, 'Ready')?.['status'] !== conditionOf(before, 'Ready')?.['status'] ||
      textAt(node, 'status.allocatable.cpu') !== textAt(before, 'status.allocatable.cpu')
    )
  }

  #requestsHints({ metadata }: ApiObject): boolean {
    const annotations = metadata?.annotations ?? {}
    const value = annotations[this.#annotations[0]] ?? annotations[this.#annotations[1]]
    return value === 'Auto' || value === 'auto'
  }

  #remove(key: string, type: string): void {
    const byType = this.#zones.get(key)
    byType?.delete(type)
    if (byType?.size === 0) this.#zones.delete(key)
    this.#hinted.delete(key)
  }
}
