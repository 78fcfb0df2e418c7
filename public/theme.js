// Runs before the first paint, so that the page's own theme and pane sizes are there in the first frame.
try {
  const root = document.documentElement
  const theme = JSON.parse(localStorage.getItem('tabplane.theme') ?? '"system"')
  if (theme !== 'system') root.dataset.theme = theme
  const layout = JSON.parse(localStorage.getItem('tabplane.layout') ?? '{}')
  if (layout.explorerWidth > 0) root.style.setProperty('--explorer-width', `${layout.explorerWidth}px`)
  if (layout.bottomHeight > 0) root.style.setProperty('--bottom-height', `${layout.bottomHeight}px`)
  if (layout.detailsWidth > 0) root.style.setProperty('--details-width', `${layout.detailsWidth}px`)
  if (layout.explorerOpen === false) root.dataset.explorer = 'closed'
  if (layout.bottomOpen === false) root.dataset.bottom = 'closed'
} catch {
  // Storage is refused here (a sandboxed frame): the defaults of tokens.css and layout.css hold.
}
