// Undo and redo: one history, steps that merge, and steps triggered by steps.

import { describe, expect, it } from 'vitest'
import { type Change, History } from './undo-history.ts'
import { Workspace } from './workspace.ts'

function counter() {
  const state = { value: 0 }
  const add = (by: number, mergeKey?: string): Change => ({
    text: `Add ${by}`,
    redo: () => void (state.value += by),
    undo: () => void (state.value -= by),
    ...(mergeKey !== undefined && { mergeKey }),
  })
  return { state, add }
}

describe('the history', () => {
  it('undoes and redoes, with the label of the step', () => {
    const history = new History()
    const { state, add } = counter()
    history.do(add(1))
    history.do(add(10))
    expect(history.state).toEqual({
      enableUndo: true,
      undoText: 'Add 10',
      enableRedo: false,
      redoText: '',
    })
    history.undo()
    expect(state.value).toBe(1)
    expect(history.state.redoText).toBe('Add 10')
    history.redo()
    expect(state.value).toBe(11)
    history.undo()
    history.do(add(100))
    expect(history.state.enableRedo).toBe(false)
    expect(state.value).toBe(101)
  })

  it('does nothing without a step to undo or redo', () => {
    const history = new History()
    history.undo()
    history.redo()
    expect(history.state.enableUndo).toBe(false)
  })

  it('merges the changes of a gesture to one step', () => {
    const history = new History()
    const states: number[] = []
    const to = (from: number, next: number): Change => ({
      text: 'Move',
      mergeKey: 'drag 1',
      redo: () => void states.push(next),
      undo: () => void states.push(from),
    })
    history.record(to(0, 1))
    history.record(to(1, 2))
    history.record(to(2, 3))
    history.undo()
    expect(states).toEqual([0])
    expect(history.state.enableUndo).toBe(false)
    history.redo()
    expect(states).toEqual([0, 3])
  })

  it('does not record what a step triggers', () => {
    const history = new History()
    const { state, add } = counter()
    history.do({
      text: 'Both',
      redo: () => history.do(add(1)),
      undo: () => history.do(add(-1)),
    })
    history.undo()
    expect(state.value).toBe(0)
    expect(history.state).toMatchObject({ enableUndo: false, redoText: 'Both' })
  })

  it('signals every change to save, but not when it is cleared', () => {
    const workspace = new Workspace()
    let count = 0
    workspace.touched.subscribe(null, () => void (count += 1))
    workspace.history.do(counter().add(1))
    workspace.history.undo()
    workspace.history.redo()
    workspace.history.clear()
    expect(count).toBe(3)
  })
})
