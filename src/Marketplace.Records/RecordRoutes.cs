using Marketplace.Records.Stores;

namespace Marketplace.Records;

/// <summary>The requests of clients. What is missing is 404, a key that is taken 409.</summary>
internal sealed class RecordRoutes(IRecordStore store, Handlers handlers)
{
    private const int LimitMost = 100;

    public void Map(IEndpointRouteBuilder app)
    {
        app.MapGet("/roles", () => handlers.Run(async () => Results.Json(await store.Roles(), RecordsJson.Default.IReadOnlyListRole)));
        app.MapGet("/items/{id:long}", (long id) => handlers.Run(async () => Found(await store.Get(id))));
        app.MapGet("/items", (string? sku, long? owner, int? limit) => handlers.Run(() => Find(sku, owner, limit)));
        app.MapPost("/items", (Item item) => handlers.Run(async () => await store.Create(item) ? Results.Created() : Results.Conflict()));
        app.MapPut("/items/{id:long}", (long id, ItemChange change) => handlers.Run(async () => Done(await store.Update(id, change))));
        app.MapDelete("/items/{id:long}", (long id) => handlers.Run(async () => Done(await store.Delete(id))));
    }

    private async ValueTask<IResult> Find(string? sku, long? owner, int? limit)
    {
        if (sku is not null) return Found(await store.GetBySku(sku));
        if (owner is null) return Results.BadRequest();
        var items = await store.ListByOwner(owner.Value, Math.Clamp(limit ?? 20, 1, LimitMost));
        return Results.Json(items, RecordsJson.Default.IReadOnlyListItem);
    }

    private static IResult Found(Item? item) => item is null ? Results.NotFound() : Results.Json(item, RecordsJson.Default.Item);

    private static IResult Done(bool isDone) => isDone ? Results.NoContent() : Results.NotFound();
}
