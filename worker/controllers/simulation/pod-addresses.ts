import { readNetwork } from '../../api/ip-parsing.ts'

const OCTETS = [24n, 16n, 8n, 0n]
const text = (value: bigint): string => OCTETS.map((shift) => (value >> shift) & 255n).join('.')

/** Addresses of the range of one node, each given to one pod at a time. */
export class PodAddresses {
  readonly #byPod = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #first: bigint
  readonly #size: number
  #next = 0

  /** @param range an IPv4 range: `10.244.0.0/24` */
  constructor(range: string) {
    const network = readNetwork(range)
    if (network?.address.bits !== 32) throw new Error(`give the node a range of IPv4 addresses instead of ${range}`)
    const bits = 32 - network.length
    // The first two addresses belong to the network and to the bridge, the last is the broadcast address.
    this.#first = ((network.address.value >> BigInt(bits)) << BigInt(bits)) + 2n
    this.#size = 2 ** bits - 3
  }

  /**
   * Returns the same address for the same pod; undefined when none is free. A released address is reused as late as
   * possible.
   */
  take(pod: string): string | undefined {
    const own = this.#byPod.get(pod)
    if (own !== undefined) return own
    for (let attempt = 0; attempt < this.#size; attempt++) {
      const address = text(this.#first + BigInt(this.#next))
      this.#next = (this.#next + 1) % this.#size
      if (this.#taken.has(address)) continue
      this.hold(pod, address)
      return address
    }
    return undefined
  }

  hold(pod: string, address: string): void {
    this.#byPod.set(pod, address)
    this.#taken.add(address)
  }

  free(pod: string): void {
    const address = this.#byPod.get(pod)
    if (address === undefined) return
    this.#byPod.delete(pod)
    this.#taken.delete(address)
  }
}
