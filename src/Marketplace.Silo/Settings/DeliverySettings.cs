using Marketplace.Grains.EventDelivery;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Settings;

/// <summary>How events between services are delivered.</summary>
internal sealed class DeliverySettings
{
    public DeliverySettings(SettingsReader read, ProtocolSettings protocol)
    {
        var level = read.Choice(
            "Delivery",
            ["at-most-once", "at-least-once", "exactly-once"],
            "How often an event between services takes effect (docs/events.md). `at-most-once`: an event is a call. `at-least-once`: a "
            + "call that fails is repeated; under a protocol that rolls back, its transaction runs again. `exactly-once`: in addition, "
            + "consumers recognise repeats. Under `Protocol` `none`, events are then stored with the states that they tell of, and sent "
            + "until they have arrived, also by the next silo, and in a cluster by the others.");
        Options = new DeliveryOptions
        {
            Level = Enum.Parse<DeliveryLevel>(level.Replace("-", "", StringComparison.Ordinal), ignoreCase: true),
            InTransactions = ProtocolList.RollsBack(protocol.Name),
            Timeout = read.Duration(
                "Delivery:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
                "Under `Protocol` `none`: how long a transaction tries to deliver one of its events. After that the request answers "
                + "504; with `exactly-once` the silo keeps sending the event."),
            Validity = 2 * protocol.Options.Timeout,
        };

        // The grains wait for what must come first in any case: the audit alone asks for it.
        read.Choice(
            "EventOrder",
            ["unordered", "causal"],
            "The order of the events of one order at one consumer. The silo always waits for an event that others must follow. `causal` "
            + "also claims that order, so the audit fails where it does not hold.");
    }

    public DeliveryOptions Options { get; }
}
