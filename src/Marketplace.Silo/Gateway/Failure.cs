using Marketplace.Contracts.Json;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Gateway;

/// <summary>What an operation that threw says to its client.</summary>
/// <param name="Type">Short name of the reason, stable, for programs.</param>
internal readonly record struct Failure(int Status, string Type, string Detail)
{
    /// <summary>Makes one of an exception, and logs what those who run the silo should know.</summary>
    public static Failure Of(Exception exception, string operation, ILogger logger)
    {
        switch (exception)
        {
            case InvalidInputException:
                return new Failure(400, "invalid-input", exception.Message);
            case RequestException refused:
                return new Failure(refused.Status, refused.Type, refused.Message);
            case BadHttpRequestException bad:
                return new Failure(bad.StatusCode, "bad-request", bad.StatusCode == 413
                    ? "The body is larger than this silo takes (setting Marketplace:Gateway:MaxBodyBytes)."
                    : "The request is not well-formed HTTP, or its body ended early.");
            case GateTimeoutException:
                logger.RequestTimedOut(exception.Message, operation);
                return new Failure(503, "resetting", exception.Message);
            case OverflowException or TransactionAbortedException { InnerException: OverflowException }:
                logger.TransactionAborted(exception.InnerException ?? exception, operation);
                return new Failure(
                    422, "amounts-too-large", "A sum of money has more digits than a number of this system holds exactly; nothing is rounded.");
            case TransactionAbortedException:
                logger.TransactionAborted(exception.InnerException ?? exception, operation);
                return new Failure(503, "aborted", "The transaction was aborted, and nothing of it remains. It can be sent again.");
            case StorageUnavailableException unavailable:
                // 503 says that nothing was done, 504 that it is not known.
                logger.StorageFailed(exception.Message, operation);
                return new Failure(unavailable.IsOutcomeUnknown ? 504 : 503, "storage-unavailable", exception.Message);
            case StorageConflictException:
                logger.StorageFailed(exception.Message, operation);
                return new Failure(503, "storage-conflict", exception.Message);
            case ReplicationUnavailableException unavailable:
                // 503 says that nothing was done, 504 that it is done, and not seen everywhere.
                logger.ReplicationFailed(exception.Message, operation);
                return unavailable.IsCommitted
                    ? new Failure(504, "not-replicated", exception.Message)
                    : new Failure(503, "replicas-unavailable", exception.Message);
            case SiloLostException:
                logger.RequestTimedOut(exception.Message, operation);
                return new Failure(504, "silo-lost", "A silo of the cluster was lost during the request; its outcome is unknown.");
            case TimeoutException:
                // Not 503, which says that nothing was done (contract §6): some of it may have been, or may be yet.
                logger.RequestTimedOut(exception.Message, operation);
                return new Failure(
                    504,
                    "timed-out",
                    "The request did not finish in time (setting Marketplace:ResponseTimeout); its outcome is unknown.");
            default:
                logger.RequestFailed(exception, operation);
                return new Failure(500, "internal-error", "The silo failed; its log says why.");
        }
    }
}

/// <summary>How checkouts are rejected that are complete and not what the customer wanted: a name for programs, a sentence for people.</summary>
internal static class CheckoutRejections
{
    /// <summary>E4.</summary>
    public static readonly (string Type, string Detail) OutOfStock =
        ("out-of-stock", "No item of the cart could be reserved; the cart keeps its items.");

    /// <summary>E7.</summary>
    public static readonly (string Type, string Detail) PaymentDeclined =
        ("payment-declined", "The payment failed, and the reservation is withdrawn; the cart keeps its items.");
}
