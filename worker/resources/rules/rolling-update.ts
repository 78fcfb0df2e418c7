import type { JsonObject } from '../../api/json.ts'
import type { Defaults } from '../notation/defaults.ts'
import { made, when } from '../notation/defaults.ts'

const rolls = (strategy: JsonObject): boolean => strategy['type'] === 'RollingUpdate'

/** A strategy with the default type `RollingUpdate`. */
export const rollingUpdate = (parts: Defaults): Defaults => ({
  type: 'RollingUpdate',
  rollingUpdate: when(rolls, made(parts)),
})
