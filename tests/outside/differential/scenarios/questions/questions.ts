import type { Case } from '../../../../conformance/case.ts'
import { accessQuestions } from './access.ts'
import { credentialQuestions } from './credentials.ts'
import { customQuestions } from './custom.ts'
import { limitQuestions } from './limits.ts'
import { objectQuestions } from './objects.ts'
import { patchQuestions } from './patches.ts'
import { policyQuestions } from './policies.ts'
import { requestQuestions } from './requests.ts'
import { tableQuestions } from './tables.ts'
import { initialEventScenarios, watchQuestions } from './watches.ts'

/** Requests about each recorded area, in the style of the recordings. */
export const questionScenarios = (): Case[] => [
  ...requestQuestions(),
  ...tableQuestions(),
  ...patchQuestions(),
  ...watchQuestions(),
  ...initialEventScenarios(),
  ...accessQuestions(),
  ...objectQuestions(),
  ...customQuestions(),
  ...limitQuestions(),
  ...policyQuestions(),
  ...credentialQuestions(),
]
