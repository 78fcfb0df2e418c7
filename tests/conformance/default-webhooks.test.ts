import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS, partOf } from './ratchet.ts'

test(
  'requests with webhooks in the default profile get the answers of the real server, except for the known differences',
  () => expectKnownDifferences('default', (c) => partOf(c) === 'webhooks'),
  LONGEST_PLAY_MS,
)
