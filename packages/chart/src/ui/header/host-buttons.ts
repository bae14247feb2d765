// Host buttons and menus in the header. They outlive the header, which is rebuilt when the language
// changes.

export type Align = 'left' | 'right'

export class HostButtons {
  readonly #items: { readonly item: HTMLElement; readonly align: Align }[] = []
  #changed: () => void = () => {}

  /** Called when an item is added or removed; the current header sets it. */
  set onChange(changed: () => void) {
    this.#changed = changed
  }

  add(item: HTMLElement, align: Align): void {
    this.#items.push({ item, align })
    this.#changed()
  }

  remove(item: HTMLElement): void {
    const at = this.#items.findIndex((entry) => entry.item === item)
    if (at !== -1) this.#items.splice(at, 1)
    item.remove()
  }

  items(align: Align): HTMLElement[] {
    return this.#items.filter((entry) => entry.align === align).map(({ item }) => item)
  }
}
