/** Lets the mouse drag the content of a scroller by its background; the browser handles touch. */
export function dragToScroll(scroller: HTMLElement): () => void {
  const press = (event: PointerEvent): void => {
    const onBox = event.target instanceof Element && event.target.closest('button') !== null
    if (event.pointerType !== 'mouse' || event.button !== 0 || onBox) return
    scroller.setPointerCapture(event.pointerId)
  }
  const move = ({ pointerId, movementX, movementY }: PointerEvent): void => {
    if (scroller.hasPointerCapture(pointerId)) scroller.scrollBy(-movementX, -movementY)
  }
  scroller.addEventListener('pointerdown', press)
  scroller.addEventListener('pointermove', move)
  return () => {
    scroller.removeEventListener('pointerdown', press)
    scroller.removeEventListener('pointermove', move)
  }
}
