import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS, partOf } from './ratchet.ts'

test(
  'other requests in the default profile get the answers of the real server, except for the known differences',
  () => expectKnownDifferences('default', (c) => partOf(c) === 'requests'),
  LONGEST_PLAY_MS,
)
