import { assignMembers, type Json, type JsonObject } from '../api/json.ts'

/**
 * A map with integer keys, which the server writes in byte order, `10` before `9`. A plain object cannot keep that order,
 * because JavaScript enumerates integer keys first and by number. Maps without integer keys are plain objects with sorted keys.
 */
export class ByteOrderedMap implements JsonObject {
  [key: string]: Json | undefined

  /** The number of instances that JSON.stringify has written, in the wrong order. */
  static stringified = 0

  constructor(map: JsonObject) {
    assignMembers(this, map)
  }
}

// Not a member of the class, because the values of a JsonObject cannot be functions.
Object.defineProperty(ByteOrderedMap.prototype, 'toJSON', {
  value(this: ByteOrderedMap) {
    ByteOrderedMap.stringified += 1
    return this
  },
})
