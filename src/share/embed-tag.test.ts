import { describe, expect, it } from 'vitest'
import type { EmbedTagOptions } from './embed-tag.ts'
import { elementTag, fitsBetweenTags, frameTag } from './embed-tag.ts'

const wish: EmbedTagOptions = {
  app: 'https://tabplane.example/play/index.html',
  title: 'Shop',
  panes: ['edit', 'terminal'],
  theme: 'system',
  dialect: 'svc',
  height: 420,
}

describe('tag', () => {
  it('is an element and the script beside the app', () => {
    expect(elementTag({ ...wish, fragment: '#c1.abc', dialect: 'k8s' })).toBe(
      '<script async src="https://tabplane.example/play/embed.js"></script>\n' +
        '<tabplane-cluster title="Shop" panes="edit,terminal" height="420" share="#c1.abc"></tabplane-cluster>',
    )
  })

  it('contains a manifest unescaped', () => {
    const tag = elementTag({ ...wish, theme: 'dark', dialect: 'k8s', manifest: 'kind: A\n---\nkind: B\n\n' })
    expect(tag).toContain(
      ' theme="dark" dialect="k8s">\n<script type="application/yaml">\nkind: A\n---\nkind: B\n</script>\n<',
    )
    expect(fitsBetweenTags('kind: A # <b>')).toBe(true)
    expect(fitsBetweenTags('text: "</SCRIPT>"')).toBe(false)
    expect(fitsBetweenTags('text: "<!-- "')).toBe(false)
  })

  it('has an iframe form with the same query', () => {
    expect(frameTag({ ...wish, theme: 'light', fragment: '#c1.abc' })).toContain(
      ' src="https://tabplane.example/play/index.html?panes=edit,terminal&amp;theme=light#c1.abc" ',
    )
  })

  it('escapes the name of a cluster in its attribute', () => {
    const title = '"><img src=x onerror="steal()">'
    for (const tag of [elementTag({ ...wish, title }), frameTag({ ...wish, title })]) {
      expect(tag).toContain('title="&quot;&gt;&lt;img src=x onerror=&quot;steal()&quot;&gt;"')
      expect(tag).not.toContain('<img')
    }
  })
})
