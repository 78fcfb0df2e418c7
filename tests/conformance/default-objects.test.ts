import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS, partOf } from './ratchet.ts'

test(
  'objects in the default profile are answered as by the real server, but for the known differences',
  () => expectKnownDifferences('default', (c) => partOf(c) === 'objects'),
  LONGEST_PLAY_MS,
)
