// Runs before the first paint, so that the page's own theme and pane sizes are there in the first frame.
try {
  const root = document.documentElement
  const query = new URLSearchParams(location.search)
  // An embed has its page's theme, and panes of its own (src/embed).
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
  // Storage is refused here (a sandboxed frame): the defaults of tokens.css and layout.css hold.
}

/** Whoever embeds it sees nothing else. A sandboxed frame asks across origins, which the host of the files has to allow. */
function tellAuthor(file) {
  document.body.textContent = `The cluster cannot be shown: ${file} was not loaded. In a sandboxed frame it needs the header Access-Control-Allow-Origin: *`
}
