// Runs before the first paint. Comments count in the first load.
try {
  const root = document.documentElement
  const query = new URLSearchParams(location.search)
  const isEmbed = query.has('panes')
  if (isEmbed) {
    root.dataset.embed = ''
    addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && tellAuthor(target.src), true)
  }
  const theme = isEmbed ? query.get('theme') : JSON.parse(localStorage.getItem('tabplane.theme') ?? 'null')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  const layout = isEmbed ? {} : JSON.parse(localStorage.getItem('tabplane.layout') ?? '{}')
  if (layout.explorerWidth > 0) root.style.setProperty('--explorer-width', `${layout.explorerWidth}px`)
  if (layout.bottomHeight > 0) root.style.setProperty('--bottom-height', `${layout.bottomHeight}px`)
  if (layout.detailsWidth > 0) root.style.setProperty('--details-width', `${layout.detailsWidth}px`)
  if (layout.explorerOpen === false) root.dataset.explorer = 'closed'
  if (layout.bottomOpen === false) root.dataset.bottom = 'closed'
} catch {
  // Storage is refused here: the defaults hold.
}

function tellAuthor(file) {
  document.body.textContent = `The cluster cannot be shown: ${file} was not loaded. In a sandboxed frame it needs the header Access-Control-Allow-Origin: *`
}
