using Marketplace.Contracts.Json;
using Marketplace.Grains.Cluster;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Metrics;

namespace Marketplace.Silo.Gateway;

/// <summary>What every request goes through: the measurement, and the answer when the handler throws.</summary>
internal sealed class GuardedHandler(Operation operation, RequestDelegate handler, GatewayMetrics metrics, ILogger logger)
{
    private readonly string _name = operation.ToString();

    /// <summary>Handles a request.</summary>
    public async Task Invoke(HttpContext context)
    {
        var started = metrics.Begin();
        try
        {
            await handler(context);
        }
        catch (Exception exception)
        {
            await Answer(context, exception);
        }
        finally
        {
            metrics.End(_name, context.Response.StatusCode, started);
        }
    }

    private Task Answer(HttpContext context, Exception exception)
    {
        if (context.RequestAborted.IsCancellationRequested)
        {
            return Task.CompletedTask;
        }

        if (context.Response.HasStarted)
        {
            // The client must not take half an answer for a whole one.
            logger.AnswerCutOff(exception, operation);
            context.Abort();
            return Task.CompletedTask;
        }

        switch (exception)
        {
            case InvalidInputException:
                return Problems.Write(context, 400, "invalid-input", exception.Message);
            case RequestException refused:
                return Problems.Write(context, refused.Status, refused.Type, refused.Message);
            case BadHttpRequestException bad:
                return Problems.Write(context, bad.StatusCode, "bad-request", bad.StatusCode == 413
                    ? "The body is larger than this silo takes (setting Marketplace:Gateway:MaxBodyBytes)."
                    : "The request is not well-formed HTTP, or its body ended early.");
            case GateTimeoutException:
                logger.RequestTimedOut(exception.Message, operation);
                return Problems.Write(context, 503, "resetting", exception.Message);
            case TransactionAbortedException:
                logger.TransactionAborted(exception.InnerException ?? exception, operation);
                context.Response.Headers.RetryAfter = "1";
                return Problems.Write(
                    context, 503, "aborted", "The transaction was aborted, and nothing of it remains. It can be sent again.");
            case StorageUnavailableException unavailable:
                // 503 says that nothing was done, 504 that it is not known.
                logger.StorageFailed(exception.Message, operation);
                return Problems.Write(context, unavailable.IsOutcomeUnknown ? 504 : 503, "storage-unavailable", exception.Message);
            case StorageConflictException:
                logger.StorageFailed(exception.Message, operation);
                return Problems.Write(context, 503, "storage-conflict", exception.Message);
            case SiloLostException:
                logger.RequestTimedOut(exception.Message, operation);
                return Problems.Write(
                    context, 504, "silo-lost", "A silo of the cluster was lost during the request; its outcome is unknown.");
            case TimeoutException:
                // Not 503, which says that nothing was done (contract §6): some of it may have been, or may be yet.
                logger.RequestTimedOut(exception.Message, operation);
                return Problems.Write(
                    context,
                    504,
                    "timed-out",
                    "The request did not finish in time (setting Marketplace:ResponseTimeout); its outcome is unknown.");
            default:
                logger.RequestFailed(exception, operation);
                return Problems.Write(context, 500, "internal-error", "The silo failed; its log says why.");
        }
    }
}
