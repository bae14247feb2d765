// Pointer gestures on the canvas: positions, modifier state and the handlers that take them.

/** A place in the price pane, in CSS pixels from its top left. */
export type Pixel = { readonly x: number; readonly y: number }

export type PointerState = {
  readonly isTouch: boolean
  /** Shift: straight lines. */
  readonly shift: boolean
  /** Ctrl or Cmd: inverts the magnet. */
  readonly ctrl: boolean
}

/** A press that a handler has taken: all its moves and its one end go here. */
export type Gesture = {
  move(pixel: Pixel, pointer: PointerState): void
  end(pixel: Pixel, pointer: PointerState): void
  abort(): void
}

/** A handler of presses; they are asked in order, and the first that answers takes it. */
export type PointerHandler = {
  /** Returns the cursor at a pixel, undefined where nothing can be dragged. */
  hover(pixel: Pixel, pointer: PointerState): string | undefined
  /** The pointer is elsewhere. */
  left(): void
  press(pixel: Pixel, pointer: PointerState): Gesture | undefined
}
