import { formatTime } from '../../clock/clock.ts'
import type { Kind } from '../resource.ts'

export const persistentVolumes = {
  resource: 'persistentvolumes',
  behaviour: () => ({
    prepareCreate(object, { clock }) {
      object['status'] = { phase: 'Pending', lastPhaseTransitionTime: formatTime(clock.now()) }
    },
  }),
} satisfies Kind

export const persistentVolumeClaims = {
  resource: 'persistentvolumeclaims',
  behaviour: () => ({
    prepareCreate(object) {
      object['status'] = { phase: 'Pending' }
    },
  }),
} satisfies Kind
