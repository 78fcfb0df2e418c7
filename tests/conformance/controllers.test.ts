import { test } from 'vitest'
import { expectKnownDifferences, LONGEST_PLAY_MS } from './ratchet.ts'

test(
  'the controllers profile answers as the real server does, except for the known differences',
  () => expectKnownDifferences('controllers'),
  LONGEST_PLAY_MS,
)
