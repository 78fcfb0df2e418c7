import type { Kind } from '../resource.ts'

export const limitRanges = {
  resource: 'limitranges',
  behaviour: () => ({
    // A nameless limit range gets a random name instead of a refusal.
    prepareCreate(object, { clock }) {
      if (object.metadata && !object.metadata.name) object.metadata.name = clock.uuid()
    },
  }),
} satisfies Kind
