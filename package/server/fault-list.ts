import type { Fault, Faults, FaultTarget } from './faults.ts'
import type { RequestSubject } from './request-subject.ts'

interface Entry {
  readonly target: FaultTarget
  readonly fault: Fault
  left: number
}

export class FaultList implements Faults {
  readonly #entries = new Set<Entry>()

  on(target: FaultTarget, fault: Fault): () => void {
    const { status, times = Infinity, delay = 0, afterEvents = 0 } = fault
    if (typeof status === 'number' && !(Number.isInteger(status) && status >= 400 && status <= 599))
      throw new RangeError(`a fault's status is 400 to 599 or 'cut', not ${status}`)
    for (const [name, value] of Object.entries({ times, delay, afterEvents }))
      if (!(value >= 0)) throw new RangeError(`a fault's ${name} is 0 or more, not ${value}`)
    const entry: Entry = { target, fault, left: times }
    this.#entries.add(entry)
    return () => void this.#entries.delete(entry)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** Returns the fault that applies to a request, and subtracts the request from the fault's `times`. */
  take(subject: RequestSubject): Fault | undefined {
    for (const entry of this.#entries) {
      if (!matches(entry.target, subject)) continue
      entry.left--
      if (entry.left <= 0) this.#entries.delete(entry)
      if (entry.left < 0) continue
      return entry.fault
    }
    return undefined
  }
}

function matches({ verb, resource, subresource, namespace, name }: FaultTarget, subject: RequestSubject): boolean {
  const qualified = subject.group === '' ? subject.resource : `${subject.resource}.${subject.group}`
  return (
    (verb === undefined || [verb].flat().includes(subject.verb)) &&
    (resource === undefined || resource === qualified) &&
    (subresource === undefined || subresource === subject.subresource) &&
    (namespace === undefined || namespace === subject.namespace) &&
    (name === undefined || name === subject.name)
  )
}
