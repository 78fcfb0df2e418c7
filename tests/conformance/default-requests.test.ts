import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS, OBJECT_AREAS } from './ratchet.ts'

test(
  'other requests in the default profile are answered as by the real server, but for the known differences',
  () => expectKnownDifferences('default', (area) => !OBJECT_AREAS.includes(area)),
  LONGEST_PLAY_MS,
)
