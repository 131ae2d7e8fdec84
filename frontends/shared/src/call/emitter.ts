type Listener = (value: never) => void;

/** Tells whoever listens what happens. */
export function createEmitter<Events>() {
  const listeners = new Map<keyof Events, Set<Listener>>();
  return {
    on<Event extends keyof Events>(event: Event, listener: (value: Events[Event]) => void): () => void {
      const all = listeners.get(event) ?? new Set<Listener>();
      listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
    emit<Event extends keyof Events>(event: Event, value: Events[Event]): void {
      for (const listener of listeners.get(event) ?? []) listener(value as never);
    },
    clear: () => listeners.clear(),
  };
}
