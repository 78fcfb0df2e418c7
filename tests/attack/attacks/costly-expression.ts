import type { Attack } from '../attack.ts'

/** The parts of an expression are evaluated too: here each part repeats most of the whole. */
export const costlyExpression = {
  name: 'expression whose parts repeat the whole',
  expected: 'answered',
  async run({ send }) {
    // The first expression loads the language.
    await send('POST', '/debug/expression', { body: { context: 'policy', expression: '[1].size()' } })
    const expression = `${'['.repeat(100)}${'1,'.repeat(800)}1${']'.repeat(100)}`
    const { status } = await send('POST', '/debug/expression', { body: { context: 'policy', expression } })
    return status === 200 ? 'answered' : `status ${status}`
  },
} satisfies Attack
