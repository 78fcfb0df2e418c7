import type { Json, JsonObject } from '../api/json.ts'

/**
 * A map that the server writes in the order of its bytes, `10` before `9`, although JavaScript keeps keys that look like
 * indices before all others and by their number. Ordinary maps are plain objects whose keys stand in order.
 */
export class ByteOrderedMap implements JsonObject {
  [key: string]: Json | undefined

  /** How many were met by JSON.stringify, which writes them in the wrong order. */
  static met = 0

  constructor(map: JsonObject) {
    Object.assign(this, map)
  }
}

// Not a member of the class: the values of a JsonObject are no functions.
Object.defineProperty(ByteOrderedMap.prototype, 'toJSON', {
  value(this: ByteOrderedMap) {
    ByteOrderedMap.met += 1
    return this
  },
})
