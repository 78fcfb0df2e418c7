import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS } from './ratchet.ts'

test(
  'answers of the controllers profile are those of the real server, but for the known differences',
  () => expectKnownDifferences('controllers'),
  LONGEST_PLAY_MS,
)
