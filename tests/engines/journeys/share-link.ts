import type { Journey } from './journey.ts'

export default {
  title: 'a share link, shown when the clipboard write fails, opens the same objects in another profile',
  async run({ visit, serve }) {
    const { origin } = await serve()
    const visitor = await visit()
    await visitor.open(`${origin}/`)
    await visitor.applyExample()
    await visitor.tab.evaluate(`
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } })`)
    await visitor.click('Share')
    // The notice shows the link in a focused field, with its text selected.
    const link = await visitor.until(
      `const field = document.activeElement
      return field.value?.slice(field.selectionStart, field.selectionEnd) ?? ''`,
      { pattern: new RegExp(`^${origin}/\\S*#c1[\\w%=.~-]+$`) },
    )
    const fresh = await visit()
    await fresh.open(link)
    // The prompt may come before the objects of the link.
    await fresh.run('svcctl get deployments -A -w')
    await fresh.sees('.xterm-rows', /shop\s+web\s+\d\/2/)
  },
} satisfies Journey
