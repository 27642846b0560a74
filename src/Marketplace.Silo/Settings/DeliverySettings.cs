using Marketplace.Grains.EventDelivery;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Settings;

/// <summary>How events between services are delivered.</summary>
internal sealed class DeliverySettings
{
    private const string ExactlyOnce = "exactly-once";

    public DeliverySettings(SettingsReader read, ProtocolSettings protocol)
    {
        var level = read.Choice(
            "Delivery",
            ["at-most-once", "at-least-once", ExactlyOnce],
            "Delivery of events. `at-most-once`: an event is a call. `at-least-once`: a call that fails is made again; under a protocol that rolls "
            + "back its transaction is run again. `exactly-once`: besides, consumers know repeats; under `Protocol` `none` events are stored with "
            + "the states that they tell of, and sent until they have arrived, also by the next silo; that needs a silo without a cluster.");
        Options = new DeliveryOptions
        {
            Level = Enum.Parse<DeliveryLevel>(level.Replace("-", "", StringComparison.Ordinal), ignoreCase: true),
            InTransactions = ProtocolList.RollsBack(protocol.Name),
            Timeout = read.Duration(
                "Delivery:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
                "How long a transaction tries to deliver one of its events, under `Protocol` `none`; then the request answers 504. With "
                + "`exactly-once` the event is sent further."),
            Validity = 2 * protocol.Options.Timeout,
        };

        // The grains wait for what must come first in any case: the audit alone asks for it.
        read.Choice(
            "EventOrder",
            ["unordered", "causal"],
            "Order of the events of one order at one consumer. An event that others must follow is waited for, whatever this says; `causal` "
            + "claims it, so that the audit fails where it does not hold.");
    }

    public DeliveryOptions Options { get; }

    // A silo that dies leaves its outboxes to the next one that starts.
    public void Check(ProtocolSettings protocol, ClusterSettings cluster)
    {
        if (Options.HasOutbox && cluster.HasOthers)
        {
            throw new SettingException(
                $"The setting Marketplace:Delivery is '{ExactlyOnce}', and with Marketplace:Protocol '{protocol.Name}' that needs one silo alone, "
                + $"while Marketplace:Cluster:Provider is '{cluster.Provider}'; locking and ordered-locking roll back, and deliver exactly once in a "
                + "cluster.");
        }
    }
}
