import type { Journey } from './journey.ts'

export default {
  title: 'a first visit shows a prompt, the example is applied, a watch follows it, and a reload keeps it',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    await visitor.applyExample()
    await visitor.run('svcctl get deployments -A -w')
    await visitor.sees('.xterm-rows', /shop\s+web\s+2\/2/)
    await visitor.sees('[role=tree]', /deployments\s*1/)
    await visitor.reload()
    await visitor.run('svcctl get deployments -A')
    await visitor.sees('.xterm-rows', /shop\s+web\s+2\/2/)
  },
} satisfies Journey
