// A cheap event store for the contestants that want one, so that the transport is measured and not the store.
export class ArrayEventStore {
  #streams = new Map();

  async storeEvent(streamId, message) {
    let events = this.#streams.get(streamId);
    if (events === undefined) this.#streams.set(streamId, (events = []));
    events.push(message);
    return `${streamId}~${events.length}`;
  }

  async getStreamIdForEventId(eventId) {
    return eventId.slice(0, eventId.lastIndexOf("~"));
  }

  async replayEventsAfter(lastEventId, { send }) {
    const at = lastEventId.lastIndexOf("~");
    const streamId = lastEventId.slice(0, at);
    const events = this.#streams.get(streamId) ?? [];
    for (let i = Number(lastEventId.slice(at + 1)); i < events.length; i++)
      await send(`${streamId}~${i + 1}`, events[i]);
    return streamId;
  }
}
