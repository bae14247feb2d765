// Focus that was lost because its element was removed: the next Tab would begin at the top of the
// page.

/** The part of an element that is used. */
type Place = {
  readonly ownerDocument: { readonly activeElement: unknown; readonly body: unknown }
  readonly focus: () => void
}

/** Focuses the element unless the focus is somewhere, since the trader may have gone elsewhere. */
export function focusIfLost(place: Place | null | undefined): void {
  if (place === null || place === undefined) return
  const { activeElement, body } = place.ownerDocument
  if (activeElement === null || activeElement === body) place.focus()
}
