import { test } from 'vitest'
import { expectKnownDifferences, OBJECT_AREAS } from './ratchet.ts'

test(
  'objects in the default profile are answered as by the real server, but for the known differences',
  () => expectKnownDifferences('default', (area) => OBJECT_AREAS.includes(area)),
  600_000,
)
